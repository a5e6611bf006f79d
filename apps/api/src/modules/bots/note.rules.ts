/** The note that a chatbot leaves for the staff when it stops. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Answers } from '@foyer/contracts/chatbot/facts.rules.ts'
import { titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'

const WHY: Readonly<Record<EndedAs, string>> = {
  finished: 'finished.',
  handedOver: 'handed over to a person.',
  takenOver: 'was taken off.',
  exitWord: 'stopped: the patient asked for a person.',
  urgent: 'stopped: the words sounded like an emergency.',
  askedToStop: 'stopped: the patient asked not to be texted.',
  optedOut: 'stopped: the patient opted out.',
  blocked: 'stopped: its text could not be sent.',
  silent: 'stopped: the patient did not answer.',
  overLimit: 'stopped at its limit of texts.',
  failed: 'stopped because of a fault.',
  paused: 'stopped because it was paused.',
}

interface Stopped {
  readonly flow: Flow
  readonly version: number
  readonly endedAs: EndedAs
  readonly answers: Answers
  /** The patient on file; null if none is known. */
  readonly patient: string | null
  readonly notUnderstood: readonly string[]
  readonly nodeId: string | null
}

const NOTE_MAX = 4000
const WORDS_MAX = 100

export function noteOf({ flow, version, endedAs, answers, patient, notUnderstood, nodeId }: Stopped): string {
  const node = flow.nodes.find(({ id }) => id === nodeId)
  const known = Object.entries(answers)
  return [
    `${flow.name}, version ${version}, ${WHY[endedAs]}`,
    ...known.map(([key, { label, verified }]) => `${key}: ${label}${verified ? ' (verified)' : ''}`),
    patient === null ? 'No patient is on file.' : `On file: ${patient}`,
    ...notUnderstood.map((words) => `Not understood: "${words.slice(0, WORDS_MAX)}"`),
    ...(node === undefined ? [] : [`It stopped at "${titleOf(node)}".`]),
  ]
    .join('\n')
    .slice(0, NOTE_MAX)
}
