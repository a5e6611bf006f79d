import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Api } from '../../../api/client.ts'
import type { Page } from '../../../live/live-collection.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import {
  createdAtOf,
  type HistoryChannel,
  type HistoryLine,
  lineOfEntry,
  lineOfMessage,
  lineOfNotification,
} from './history.rules.ts'
import { tellsOf } from './own-events.rules.ts'

/** [OPEN-068] */
const PAGE = 10
const TIMELINE_PAGE = 20

/** Lines of the same moment stand as the server orders them. */
const lines: Collection<HistoryLine> = { select: () => [], key: ({ _id }) => _id, order: () => 0 }

interface Asked {
  readonly organizationId: string
  readonly patientId: string
  readonly channel: HistoryChannel
  /** Days of the organization; empty without a bound. */
  readonly from: string
  readonly to: string
}

type Cursor = { cursor?: string }
type Read = Page<HistoryLine, undefined>

/** A patient's history, newest first. Read again when an event tells of the patient. */
export function usePatientHistory(
  organizationId: string,
  { _id: patientId, phoneNumber }: PatientRecord,
  filter: Pick<Asked, 'channel' | 'from' | 'to'>,
): PagedRows<HistoryLine> {
  const api = useApi()
  const { channel, from, to } = filter
  const asked = { organizationId, patientId, channel, from, to }
  const conversationIds = new Set<string>()
  const note = (page: Read): Read => {
    for (const { conversationId } of page.items) if (conversationId !== null) conversationIds.add(conversationId)
    return page
  }
  return useLiveCollection<HistoryLine>({
    id: `history of ${patientId} ${JSON.stringify([phoneNumber, channel, from, to])}`,
    organizationId,
    collection: lines,
    outdates: (event) => tellsOf(event, { patientId, phoneNumber, conversationIds }),
    read: async (page, signal) => {
      if (channel === '') return note(await readTimeline(api, asked, page, signal))
      if (channel === 'sms') return note(await readTexts(api, asked, page, signal))
      return readNotifications(api, asked, page, signal)
    },
  })
}

async function readTimeline(api: Api, asked: Asked, page: Cursor, signal: AbortSignal): Promise<Read> {
  const { organizationId, patientId, from, to } = asked
  const range = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
  const query = { organizationId, ...range, limit: TIMELINE_PAGE, ...page }
  const { data, cursor, epoch, asOf } = await api('patientTimeline', { params: { id: patientId }, query, signal })
  return { items: data.map(lineOfEntry), cursor, epoch, seq: asOf, tally: undefined }
}

const NEWEST_FIRST = '{"createdAt":-1}'

/** [CALL-INBOX-02] Later pages go on by key, because texts may come meanwhile. */
async function readTexts(api: Api, asked: Asked, page: Cursor, signal: AbortSignal): Promise<Read> {
  const { organizationId, patientId } = asked
  const query = JSON.stringify({ patientId, organizationId, type: 'SMS', createdAt: createdAtOf(asked) })
  const { data, cursor, epoch, asOf } = await api('patientConversation', {
    query: { skip: 0, limit: PAGE, pageNo: 1, sort: NEWEST_FIRST, query, ...page },
    signal,
  })
  return { items: data.map(lineOfMessage), cursor, epoch, seq: asOf, tally: undefined }
}

/** [CALL-CAMPAIGN-25] This call pages by number: the cursor is the number of the next page. */
async function readNotifications(api: Api, asked: Asked, page: Cursor, signal: AbortSignal): Promise<Read> {
  const { organizationId, patientId, channel: communicationChannel } = asked
  const pageNo = page.cursor === undefined ? 1 : Number(page.cursor)
  const query = JSON.stringify({ patientId, organizationId, communicationChannel, createdAt: createdAtOf(asked) })
  const { data, epoch, asOf } = await api('reminderList', {
    query: { skip: 0, limit: PAGE, pageNo, sort: NEWEST_FIRST, query },
    signal,
  })
  const cursor = data.length === PAGE ? `${pageNo + 1}` : null
  return { items: data.map(lineOfNotification), cursor, epoch, seq: asOf, tally: undefined }
}
