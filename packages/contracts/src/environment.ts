/** Reads environment variables: each server does so once, at its start, and explains a value that it cannot use. */
import { z } from 'zod'

/** The server refuses to start; the message tells the operator why in one sentence. */
export class StartRefusal extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the variables of a schema. An invalid one throws a `StartRefusal` with its name. The message omits the value,
 * because it may be a secret.
 */
export function readEnvironment<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const read = schema.safeParse(given(env))
  if (read.success) return read.data
  const sentences = read.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`)
  throw new StartRefusal(sentences.join(' '))
}

/** Drops empty variables: `PORT=` in an env file means the same as no line. */
function given(env: Environment) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}

/** An address; slashes at its end are removed. */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

export function whole(min: number, max: number) {
  return z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
}

export const portNumber = whole(0, 65_535)

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a level of pino' })
  .default('info')

/** One secret, or two during a rotation: the first one signs, and both are accepted. */
export const relaySecrets = z
  .string({ error: 'must be set, to the same value for API and relays' })
  .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}( *, *whsec_[A-Za-z0-9+/]{32,}={0,2})?$/, {
    error: 'must be whsec_ and at least 24 bytes of base64, or two of these separated by a comma',
  })
  .transform((list): readonly [string, ...string[]] => {
    const [first = list, ...older] = list.split(',').map((secret) => secret.trim())
    return [first, ...older]
  })
