/** What can be done by keyboard, and which of it a key means where it is pressed. */
import { isCharacter } from './strokes.rules.ts'

/** Where somebody is who presses a key. */
export type Place = 'page' | 'writing' | 'floating'

export const GROUPS = ['Everywhere', 'Conversations', 'Open conversation', 'Writing'] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  readonly id: string
  /** Verb first, as it is listed. */
  readonly title: string
  /** Any one of them. */
  readonly keys: readonly string[]
  readonly group: Group
  /** The keys mean it only in what this selector matches, and there also while one writes. */
  readonly within?: string
  /** Above everything that floats, too. */
  readonly everywhere?: boolean
  /** Its key may be held down. */
  readonly repeats?: boolean
  /** A key is all it is: it makes no sense as an entry of a list. */
  readonly onlyKey?: boolean
  /** Whether it can be done now, by somebody who is there. */
  readonly holds?: ((from: Element | null) => boolean) | undefined
  /** Left out where the place itself knows the key, or where nothing can be done yet. */
  readonly run?: ((from: Element | null) => void) | undefined
}

export interface Press {
  readonly stroke: string
  /** With what was pressed before it, in a sequence. */
  readonly typed: string
  readonly from: Element | null
  readonly place: Place
  readonly repeated: boolean
  /** Whether single characters are shortcuts at all. */
  readonly characters: boolean
}

export type Outcome =
  | { readonly kind: 'run'; readonly command: Command }
  | { readonly kind: 'waits' | 'swallowed' | 'none' }

/** What a key means. Of several commands the one that was made known last. */
export function meaningOf(commands: readonly Command[], press: Press): Outcome {
  const { stroke, typed, from, characters } = press
  if (isCharacter(stroke) && !characters) return { kind: 'none' }
  const near = commands.filter((command) => isInReach(command, press))
  const command = near.findLast((one) => one.keys.includes(typed) && isReady(one, from))
  if (command) return press.repeated && !command.repeats ? { kind: 'swallowed' } : { kind: 'run', command }
  if (press.repeated) return { kind: 'none' }
  const begins = near.some(({ keys, run }) => run !== undefined && keys.some((one) => one.startsWith(`${typed} `)))
  if (begins) return { kind: 'waits' }
  // The second key of a sequence that there isn't must not be taken for a command of its own.
  return { kind: typed === stroke ? 'none' : 'swallowed' }
}

function isInReach({ within, everywhere }: Command, { stroke, from, place }: Press): boolean {
  if (everywhere) return true
  if (within !== undefined) return from !== null && from.closest(within) !== null
  return place === 'page' || (place === 'writing' && !isCharacter(stroke))
}

function isReady({ holds, run }: Command, from: Element | null): boolean {
  return run !== undefined && (holds === undefined || holds(from))
}

export interface Listed extends Command {
  readonly ready: boolean
}

/** Every command once, as far as they are described in the order of that; what can be done stands for its description. */
export function listed(commands: readonly Command[], from: Element | null): Listed[] {
  const described = commands.filter(({ run }) => run === undefined)
  const byId = new Map<string, Listed>(described.map((command) => [command.id, { ...command, ready: false }]))
  for (const command of commands) {
    if (command.run !== undefined) byId.set(command.id, { ...command, ready: isReady(command, from) })
  }
  return [...byId.values()]
}
