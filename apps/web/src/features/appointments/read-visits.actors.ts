import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { Api } from '../../api/client.ts'
import { PAGE_ROWS } from '../../parts/rows/kept-page.rules.ts'
import { slotOf } from './ribbon.rules.ts'
import type { Reading } from './visit-page.rules.ts'

interface Wanted {
  /** JSON, as the call takes both. */
  readonly query: string
  readonly sort: string
  readonly page: number
  readonly slot: string | null
  /** Whether the half hour shows a visit of the query. */
  readonly fits: (visit: Appointment) => boolean
}

interface Read {
  readonly visits: readonly Appointment[]
  readonly reading: Reading
  readonly epoch: string
}

/** The longest page that the call answers. */
const LONGEST = 100

/** [CALL-CAMPAIGN-12] [CALL-CAMPAIGN-15] Reads one page of the visit list, or one page of a half hour. */
export async function readVisits(api: Api, wanted: Wanted, signal: AbortSignal): Promise<Read> {
  const { query, sort, page, slot } = wanted
  if (slot !== null) return readSlot(api, { ...wanted, slot }, signal)
  const { data, asOf, epoch } = await api('appointmentList', {
    query: { skip: 0, limit: PAGE_ROWS, pageNo: page, sort, query },
    signal,
  })
  const { list = [], total = 0, more = false, bounded = false } = data
  return { visits: list, reading: { order: list.map(({ _id }) => _id), total, more, bounded, asOf }, epoch }
}

/** The call knows days, not hours: the day is read in its order until the half hour is over. */
async function readSlot(
  api: Api,
  { query, page, slot, fits }: Wanted & { slot: string },
  signal: AbortSignal,
): Promise<Read> {
  const sort = JSON.stringify({ appointmentDate: 1 })
  const visits: Appointment[] = []
  let first: { epoch: string; asOf: number } | null = null
  let cursor: string | null = null
  do {
    const paged: { cursor?: string } = cursor === null ? {} : { cursor }
    const answer = await api('appointmentList', { query: { skip: 0, limit: LONGEST, sort, query, ...paged }, signal })
    // A new epoch shows a restored log, whose pages don't fit those of the old one.
    if (first !== null && first.epoch !== answer.epoch) return readSlot(api, { query, sort, page, slot, fits }, signal)
    first ??= answer
    visits.push(...answer.data.list.filter(fits))
    const last = answer.data.list.at(-1)
    cursor = last !== undefined && slotOf(last.startTime) > slot ? null : answer.cursor
  } while (cursor !== null)
  const shown = visits.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS)
  const order = shown.map(({ _id }) => _id)
  const { epoch, asOf } = first
  return { visits: shown, reading: { order, total: visits.length, more: false, bounded: false, asOf }, epoch }
}
