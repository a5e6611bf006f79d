/** Compares a campaign that has come to rest: its ledger of sends, its messages, its figures and the carrier's list of texts. */
import { isDeepStrictEqual } from 'node:util'
import { NO_SENDS, type SendState, type StateCounts, statesFrom } from '@foyer/contracts/campaign/sends.rules.ts'

export interface SendRow {
  readonly patientId: string
  readonly address: string | null
  readonly state: SendState
  readonly reason: string | null
  readonly revision: number | null
  readonly messageId: string | null
}

interface MessageRow {
  readonly id: string
  readonly body: string
  readonly status: string
}

interface Told {
  readonly states: StateCounts
  readonly results: { readonly sent: number }
}

/** The rows that one statement has read. */
export interface CampaignFound {
  readonly status: string
  /** The figures in the campaign's row. */
  readonly figures: Told
  /** The figures in its newest event. */
  readonly told: Told | null
  readonly sends: readonly SendRow[]
  /** How many sends the carrier has taken. */
  readonly taken: number
  readonly messages: readonly MessageRow[]
}

export interface Expected {
  /** The reasons that are known before the launch, by the patient. */
  readonly leftOut: ReadonlyMap<string, string>
  readonly patientIds: readonly string[]
  /** How a text of each revision begins. */
  readonly beginningOf: (revision: number) => string
}

/** The statuses of the message of a send in each state. */
const MESSAGE_OF: Partial<Record<SendState, readonly string[]>> = {
  sent: ['sent'],
  delivered: ['delivered'],
  failed: ['failed', 'undelivered'],
}

/** The numbers that got more than one text. `texts` are those of the campaign at the carrier. */
export function textedTwice(texts: readonly { readonly to: string }[]): string[] {
  return [...Map.groupBy(texts, ({ to }) => to)].flatMap(([to, all]) =>
    all.length > 1 ? [`the number ${to} got ${all.length} texts`] : [],
  )
}

export function judgeCampaign(
  found: CampaignFound,
  texts: readonly { readonly to: string; readonly body: string }[],
  expected: Expected,
): string[] {
  const { sends, messages, figures, told, status, taken } = found
  const ofPatient = Map.groupBy(sends, ({ patientId }) => patientId)
  const counted = { ...NO_SENDS, ...statesFrom(sends.map(({ state }) => [state, 1] as const)) }
  const strange = sends.filter(({ patientId }) => !expected.patientIds.includes(patientId))
  const sentMessages = sends.filter(({ messageId }) => messageId !== null).length
  return [
    ...(status === 'finished' ? [] : [`it is ${status}`]),
    ...textedTwice(texts),
    ...expected.patientIds.flatMap((patientId) => {
      const own = ofPatient.get(patientId) ?? []
      return own[0] && own.length === 1
        ? judgeSend(own[0], { messages, texts, expected })
        : [`${patientId} has ${own.length} sends`]
    }),
    ...strange.map(({ patientId }) => `${patientId} has a send and was not chosen`),
    ...(sentMessages === messages.length ? [] : [`there are ${messages.length} messages of ${sentMessages} sends`]),
    ...(isDeepStrictEqual(figures.states, counted)
      ? []
      : [`its row counts ${show(figures.states)}, a recount ${show(counted)}`]),
    ...(figures.results.sent === taken ? [] : [`its row counts ${figures.results.sent} sent, a recount ${taken}`]),
    ...(isDeepStrictEqual(told, figures) ? [] : ['its newest event tells other figures than its row']),
  ]
}

interface Compared {
  readonly messages: readonly MessageRow[]
  readonly texts: readonly { readonly to: string; readonly body: string }[]
  readonly expected: Expected
}

function judgeSend(send: SendRow, { messages, texts, expected }: Compared): string[] {
  const { patientId, address, state, reason, revision, messageId } = send
  const known = expected.leftOut.get(patientId)
  if (known !== undefined && reason !== known)
    return [`${patientId} is ${state} (${reason}), and must be left out: ${known}`]
  if (state === 'skipped') {
    // Another patient of the number may have got it.
    const isTexted = reason !== 'shared_number' && texts.some(({ to }) => to === address)
    return [
      ...(reason === null ? [`${patientId} is left out for no reason`] : []),
      ...(isTexted ? [`${patientId} is left out (${reason}) and got a text`] : []),
    ]
  }
  const statuses = MESSAGE_OF[state]
  const message = messages.find(({ id }) => id === messageId)
  if (statuses === undefined || message === undefined)
    return [`the send to ${patientId} is ${state} with message ${message?.id}`]
  const isAtCarrier = texts.some(({ to, body }) => to === address && body === message.body)
  const beginning = expected.beginningOf(revision ?? 0)
  return [
    ...(statuses.includes(message.status)
      ? []
      : [`the send to ${patientId} is ${state}, its message ${message.status}`]),
    ...(isAtCarrier === (message.status !== 'failed')
      ? []
      : [`the carrier ${isAtCarrier ? 'has' : 'lacks'} the ${message.status} text to ${patientId}`]),
    ...(message.body.startsWith(beginning)
      ? []
      : [`the text to ${patientId} is not in the words of revision ${revision}`]),
  ]
}

function show(states: StateCounts): string {
  return Object.entries(states)
    .flatMap(([state, count]) => (count > 0 && state !== 'total' ? [`${count} ${state}`] : []))
    .join(', ')
}
