/** Checks what a request of the sandbox's own calls carries. */
import type { Response } from 'express'
import type { z } from 'zod'

/** Gives the value as the schema has it, or undefined after a 400 that says what is wrong with it. */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  res: Response,
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  res.status(400).json({ code: 'error', message: 'Something of this request is wrong.', issues })
  return undefined
}
