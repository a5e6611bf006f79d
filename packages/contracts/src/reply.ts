import { z } from 'zod'

/** [OPEN-047] Success is `{ code: "ok", data }`. */
export function ok<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal('ok'), data })
}

/**
 * A snapshot of live data: `asOf` is the exact `seq` that the rows reflect, within `epoch`. The API reads rows and head in
 * one transaction, so a screen can merge the snapshot with the stream by `version`.
 */
export function snapshot<Data extends z.ZodType>(data: Data) {
  return ok(data).extend({ asOf: z.int().nonnegative(), epoch: z.string() })
}

/** A page of a snapshot. `cursor` requests the next page; it is null on the last one. */
export function page<Item extends z.ZodType>(item: Item) {
  return snapshot(z.array(item)).extend({ cursor: z.string().nullable() })
}
