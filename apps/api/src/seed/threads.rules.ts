/** Parses the threads in data/threads.txt: a `# subject`, then lines of P(atient), C(linic), N(ote), R(eminder). */
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'

export interface Thread {
  /** `unknown`: from numbers without a patient record. */
  readonly about: RequestType | 'unknown'
  readonly lines: readonly ThreadLine[]
}

export interface ThreadLine {
  readonly by: 'patient' | 'clinic' | 'note' | 'reminder'
  readonly text: string
}

const WRITERS: Readonly<Record<string, ThreadLine['by']>> = {
  P: 'patient',
  C: 'clinic',
  N: 'note',
  R: 'reminder',
}
const SUBJECTS = ['appointment', 'prescription', 'billing', 'concierge', 'other', 'unknown'] as const

export function parseThreads(text: string): Thread[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [heading = '', ...lines] = block.split('\n')
      const about = SUBJECTS.find((subject) => heading === `# ${subject}`)
      if (!about || lines.length === 0) throw new Error(`This is not a thread: ${heading}`)
      return { about, lines: lines.map(parseLine) }
    })
}

function parseLine(line: string): ThreadLine {
  const [, letter = '', text = ''] = /^([PCNR]): (.+)$/.exec(line) ?? []
  const by = WRITERS[letter]
  if (!by) throw new Error(`This is not a line of a thread: ${line}`)
  return { by, text }
}

type Choose = (places: readonly number[]) => number

/**
 * Cuts the thread after a patient's line that the clinic still has to answer. A patient's final line counts only when
 * the clinic never answered; otherwise it is a thank-you.
 */
export function untilQuestion(thread: Thread, choose: Choose): Thread | null {
  const isAnswered = thread.lines.some(({ by }) => by === 'clinic')
  return upTo(
    thread,
    choose,
    ({ by }, next) => by === 'patient' && next !== 'patient' && (next !== undefined || !isAnswered),
  )
}

/** Cuts the thread after an answer of the clinic; null if it has none. */
export function untilAnswer(thread: Thread, choose: Choose): Thread | null {
  return upTo(thread, choose, ({ by }) => by === 'clinic')
}

function upTo(
  thread: Thread,
  choose: Choose,
  ends: (line: ThreadLine, next: ThreadLine['by'] | undefined) => boolean,
): Thread | null {
  const places = thread.lines.flatMap((line, index) => (ends(line, thread.lines[index + 1]?.by) ? [index] : []))
  return places.length === 0 ? null : { ...thread, lines: thread.lines.slice(0, choose(places) + 1) }
}

/** Replaces placeholders such as `{first}`. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`There is no value for ${placeholder}.`)
    return word
  })
}
