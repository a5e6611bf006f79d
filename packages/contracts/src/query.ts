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
