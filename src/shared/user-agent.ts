export const isMobile = (userAgent: string) =>
  /Android|iPhone|iPad|iPod|Mobile|MicroMessenger/i.test(userAgent);
