import { z } from 'zod'

/** [OPEN-047] Success is `{ code: "ok", data }`. */
export function ok<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal('ok'), data })
}

/**
 * A reading of live data: `asOf` is the `seq` that the rows reflect, exactly, in the life `epoch` of the log.
 * Rows and head are read in one transaction, so a screen can merge it with the stream by `version`.
 */
export function snapshot<Data extends z.ZodType>(data: Data) {
  return ok(data).extend({ asOf: z.int().nonnegative(), epoch: z.string() })
}

/** A page of a snapshot. `cursor` leads to the next page by key; null on the last one. */
export function page<Item extends z.ZodType>(item: Item) {
  return snapshot(z.array(item)).extend({ cursor: z.string().nullable() })
}
