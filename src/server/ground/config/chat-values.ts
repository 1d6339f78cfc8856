import { z } from 'zod';

/** An OpenAI-compatible server and the model to request from it. */
export type Endpoint = {
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Whether the model accepts pictures. */
  vision: boolean;
  /** False if the server refuses requests with tools. */
  tools?: boolean;
  /** HK cents per million tokens. */
  priceIn: number;
  priceOut: number;
};

/** The name of the built-in tutor in an assistant's list of endpoints; it needs no server. */
export const builtIn = 'built-in';

const price = z.number().min(0).max(1_000_000).default(0);
const Named = z.record(
  z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'names are small letters, digits and -')
    .refine((name) => name !== builtIn, `${builtIn} is the tutor of this product`),
  z.strictObject({
    base_url: z.url({ protocol: /^https?$/ }),
    api_key: z.string().min(1).optional(),
    model: z.string().min(1),
    vision: z.boolean().default(false),
    tools: z.boolean().default(true),
    price_in: price,
    price_out: price,
  }),
);

/** AI_ENDPOINTS: a JSON object of named endpoints, in the order they are tried. */
export const namedEndpoints = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object' });
      return z.NEVER;
    }
  })
  .pipe(Named)
  .transform((named) =>
    Object.entries(named).map(
      ([name, endpoint]): Endpoint => ({
        name,
        baseUrl: endpoint.base_url,
        apiKey: endpoint.api_key,
        model: endpoint.model,
        vision: endpoint.vision,
        tools: endpoint.tools,
        priceIn: endpoint.price_in,
        priceOut: endpoint.price_out,
      }),
    ),
  );
