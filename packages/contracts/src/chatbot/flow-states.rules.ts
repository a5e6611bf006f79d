/** The states of flows and of the sessions that run them, as data for schemas, store and screens. */
import type { EndedAs } from './config.rules.ts'

/** `draft` was never published; an `archived` one was deleted and stays for the sessions that it had. */
export const flowStatuses = ['draft', 'live', 'paused', 'archived'] as const
export type FlowStatus = (typeof flowStatuses)[number]

export const endings = [
  ...(['finished', 'handedOver', 'takenOver', 'exitWord', 'urgent', 'askedToStop', 'optedOut'] as const),
  ...(['blocked', 'silent', 'overLimit', 'failed', 'paused'] as const),
] as const satisfies readonly EndedAs[]

/** Endings after which a person of the clinic has to answer. */
const TO_PERSON: ReadonlySet<EndedAs> = new Set<EndedAs>([
  ...(['handedOver', 'exitWord', 'urgent', 'askedToStop', 'blocked', 'overLimit', 'failed', 'paused'] as const),
])

export function leavesToPerson(endedAs: EndedAs): boolean {
  return TO_PERSON.has(endedAs)
}

/** A running session waits for one of these. */
export const botWaits = ['patient', 'time', 'action'] as const

/** The history of a conversation tells of these deeds of its chatbot. */
export const botDeeds = ['started', 'moved', 'finished', 'handedOver', 'takenOver', 'ended'] as const
export type BotDeed = (typeof botDeeds)[number]

/** The deed that an ending is told as. */
export function deedOf(endedAs: EndedAs): BotDeed {
  if (endedAs === 'finished' || endedAs === 'takenOver') return endedAs
  return endedAs === 'handedOver' || endedAs === 'exitWord' ? 'handedOver' : 'ended'
}

export const FLOWS_MAX = 200
export const NOTE_MAX = 500
/** The saves of a flow that can be gone back to. */
export const REVISIONS_KEPT = 50
