/** The used fields of Sinch's answers. An answer without them is treated as unreadable. */
import { z } from 'zod'

const token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().default(3600) })

const time = z
  .string()
  .nullish()
  .transform((text) => {
    const at = text == null ? Number.NaN : Date.parse(text)
    return Number.isNaN(at) ? null : new Date(at)
  })

const count = z
  .number()
  .int()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? null)

const sentFax = z.object({
  id: z.string().min(1),
  status: z.enum(['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILURE']),
  errorType: z
    .string()
    .nullish()
    .transform((type) => type || null),
  /** A number, or its digits. */
  errorCode: z
    .union([z.number(), z.string()])
    .nullish()
    .transform((code) => (code == null || code === '' || Number.isNaN(Number(code)) ? null : Number(code))),
  numberOfPages: count,
  pagesSentSuccessfully: count,
  completedTime: time,
  callbackUrl: z
    .string()
    .nullish()
    .transform((url) => url ?? null),
})
export type SinchFax = z.infer<typeof sentFax>

const list = z.object({ totalPages: z.number().int().nonnegative().default(1), faxes: z.array(sentFax).nullish() })

const violations = z.object({ fieldViolations: z.array(z.object({ field: z.string() })) })
/** One set of fields, or several. */
const details = z
  .union([violations.transform((one) => [one]), z.array(violations.catch({ fieldViolations: [] }))])
  .catch([])
const refusal = z.object({ details, error: z.object({ details }).catch({ details: [] }) })

/** The fields that the service names as wrong where it refuses a fax, without the names of what they lie in. */
export function wrongFields(json: unknown): string[] {
  const read = refusal.safeParse(json).data
  const named = [...(read?.details ?? []), ...(read?.error.details ?? [])].flatMap((one) => one.fieldViolations)
  return named.map(({ field }) => field.replace(/^.*\./, '').replace(/\[\d*\]$/, ''))
}

export const readToken = (json: unknown) => token.safeParse(json).data
export const readFax = (json: unknown) => sentFax.safeParse(json).data
export const readFaxes = (json: unknown) => list.safeParse(json).data

/** Undefined when the answer is not JSON, is truncated, or is too long. */
export async function readJson(response: Response, most = 4 * 1024 * 1024): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > most) return undefined
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
