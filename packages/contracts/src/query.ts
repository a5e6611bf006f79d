import { z } from 'zod'

/** [OPEN-069] A list in a query: repeated (`a=1&a=2`), with brackets (folded before parsing), or one value with commas. */
export function listOf<Item extends z.ZodType>(item: Item, max: number) {
  return z.preprocess((value) => {
    if (value === undefined) return undefined
    return (Array.isArray(value) ? value : [value]).flatMap((part) =>
      typeof part === 'string' ? part.split(',') : [part],
    )
  }, z.array(item).max(max))
}

/** [SEC-06] JSON in a query, of at most `max` characters; `schema` validates the parsed value. */
export function jsonOf<Schema extends z.ZodType>(schema: Schema, max: number) {
  return z
    .string()
    .max(max)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'Not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}
