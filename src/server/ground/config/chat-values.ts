import { z } from 'zod';

/** An OpenAI-compatible server and the model asked of it. */
export type Endpoint = {
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Takes pictures. */
  vision: boolean;
  /** False: it refuses requests that offer tools. */
  tools?: boolean;
  /** HK cents for a million tokens. */
  priceIn: number;
  priceOut: number;
};

/** The name of the tutor that needs no endpoint, where an assistant lists whom to ask. */
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
      ([name, given]): Endpoint => ({
        name,
        baseUrl: given.base_url,
        apiKey: given.api_key,
        model: given.model,
        vision: given.vision,
        tools: given.tools,
        priceIn: given.price_in,
        priceOut: given.price_out,
      }),
    ),
  );
