/** Intents as parts of a sentence: "a text asks for a refill". */
import type { Intent } from './intent-names.rules.ts'

const PHRASES: Readonly<Record<Intent, string>> = {
  confirm: 'confirms',
  decline: 'declines',
  cancelVisit: 'asks to cancel a visit',
  reschedule: 'asks for another time',
  book: 'asks for a visit',
  refill: 'asks for a refill',
  billing: 'asks about a bill',
  runningLate: 'says that the patient is late',
  thanks: 'says thanks',
  emergency: 'sounds like an emergency',
}

export const INTENT_PHRASES: ReadonlyMap<string, string> = new Map(Object.entries(PHRASES))
