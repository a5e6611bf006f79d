/** The note that a chatbot leaves for the staff when it stops. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Answers } from '@foyer/contracts/chatbot/facts.rules.ts'
import { titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { shortened } from '@foyer/contracts/chatbot/shortened.rules.ts'

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

interface Told {
  readonly version: number
  readonly endedAs: EndedAs
  readonly answers: Answers
  /** The patient on file; null if none is known. */
  readonly patient: string | null
  readonly notUnderstood: readonly string[]
}

interface Stopped extends Told {
  readonly flow: Flow
  readonly nodeId: string | null
}

interface Named extends Told {
  readonly name: string
  /** The title of the block in which it stopped; null for none. */
  readonly title: string | null
}

const NOTE_MAX = 4000
const WORDS_MAX = 100

export function noteOf({ flow, nodeId, ...told }: Stopped): string {
  const node = flow.nodes.find(({ id }) => id === nodeId)
  return noteByName({ ...told, name: flow.name, title: node === undefined ? null : titleOf(node) })
}

export function noteByName({ name, version, endedAs, answers, patient, notUnderstood, title }: Named): string {
  const known = Object.entries(answers)
  const lines = [
    `${name}, version ${version}, ${WHY[endedAs]}`,
    ...known.map(([key, { label, verified }]) => `${key}: ${label}${verified ? ' (verified)' : ''}`),
    patient === null ? 'No patient is on file.' : `On file: ${patient}`,
    ...notUnderstood.map((words) => `Not understood: "${shortened(words, WORDS_MAX)}"`),
    ...(title === null ? [] : [`It stopped at "${title}".`]),
  ]
  return shortened(lines.join('\n'), NOTE_MAX)
}
