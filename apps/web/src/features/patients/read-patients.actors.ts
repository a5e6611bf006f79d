import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Api } from '../../api/client.ts'
import type { Page } from '../../live/live-collection.rules.ts'
import { PAGE_ROWS } from '../../parts/rows/kept-page.rules.ts'
import type { AskedPage, Reading } from './patient-page.rules.ts'

interface Wanted extends AskedPage {
  readonly organizationId: string
}

/** The cursors that lead to the pages of one query, by the page's number. */
export type Cursors = Map<number, string>

/**
 * [LIST-01] [CALL-MISC-04] [OPEN-054] Reads one page of patients. A page that was turned to is read from the end of the page
 * before it, so that it costs the same however far it is; only a page that an address names is counted out.
 */
export async function readPatients(
  api: Api,
  { organizationId, query, page }: Wanted,
  cursors: Cursors,
  signal: AbortSignal,
): Promise<Page<PatientRecord, Reading>> {
  const cursor = cursors.get(page)
  const from = cursor === undefined ? {} : { cursor }
  const answer = await api('patientSearch', {
    body: { organizationId, ...query, page, limit: PAGE_ROWS, ...from },
    signal,
  })
  const { list, total, more } = answer.data
  if (list.length === 0 && cursor !== undefined) {
    // The patients of this page moved before the cursor.
    cursors.delete(page)
    return readPatients(api, { organizationId, query, page }, cursors, signal)
  }
  if (answer.cursor === null) cursors.delete(page + 1)
  else cursors.set(page + 1, answer.cursor)
  const [first, last] = [list[0], list.at(-1)]
  const ends = first === undefined || last === undefined ? null : ([first, last] as const)
  const { asOf, epoch, cursor: next } = answer
  const reading = { order: list.map(({ _id }) => _id), total, more, cursor: next, ends, asOf }
  return { items: list, cursor: null, epoch, seq: asOf, tally: reading }
}
