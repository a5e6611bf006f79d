/** Rules of keyboard commands: which command a key runs, depending on the focus. */
import { isCharacter } from './strokes.rules.ts'

/** The kind of element that has the focus: the page, a text field, or a dialog or menu. */
export type FocusArea = 'page' | 'writing' | 'floating'

export const GROUPS = [
  'Everywhere',
  'Conversations',
  'Open conversation',
  'Writing',
  'Lists',
  'Chatbot builder',
] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  readonly id: string
  /** Starts with a verb, as the lists show it. */
  readonly title: string
  /** Says more than the title; the command bar shows it below. */
  readonly detail?: string
  /** Other words that find the command in the command bar. */
  readonly words?: string
  /** Why the command can't run now; the command bar says so. */
  readonly why?: string
  /** Any one of these keys; none for a command that only the command bar offers. */
  readonly keys: readonly string[]
  readonly group: Group
  /** The keys work only inside elements that match this selector, but there in text fields too. */
  readonly within?: string
  /** The keys work above dialogs and menus too. */
  readonly everywhere?: boolean
  /** The command also runs while its key is held down. */
  readonly repeats?: boolean
  /** Left out of the command bar, because the command only makes sense as a key. */
  readonly onlyKey?: boolean
  /** Tells whether the command can run now. */
  readonly holds?: ((from: Element | null) => boolean) | undefined
  /** Absent if the element handles the key itself, or if the command is only described here. */
  readonly run?: ((from: Element | null) => void) | undefined
}

export interface Press {
  readonly stroke: string
  /** The stroke together with the strokes before it, in a sequence. */
  readonly typed: string
  readonly from: Element | null
  readonly focus: FocusArea
  readonly repeated: boolean
  /** Whether single-character shortcuts are turned on. */
  readonly characters: boolean
}

export type Outcome =
  | { readonly kind: 'run'; readonly command: Command }
  | { readonly kind: 'waits' | 'swallowed' | 'none' }

/** Returns what a key does. Of several matching commands, the one registered last runs. */
export function meaningOf(commands: readonly Command[], press: Press): Outcome {
  const { stroke, typed, from, characters } = press
  if (isCharacter(stroke) && !characters) return { kind: 'none' }
  const near = commands.filter((command) => isInReach(command, press))
  const command = near.findLast((one) => one.keys.includes(typed) && isReady(one, from))
  if (command) return press.repeated && !command.repeats ? { kind: 'swallowed' } : { kind: 'run', command }
  if (press.repeated) return { kind: 'none' }
  const begins = near.some(({ keys, run }) => run !== undefined && keys.some((one) => one.startsWith(`${typed} `)))
  if (begins) return { kind: 'waits' }
  // The second key of an unknown sequence must not run a command of its own.
  return { kind: typed === stroke ? 'none' : 'swallowed' }
}

function isInReach({ within, everywhere }: Command, { stroke, from, focus }: Press): boolean {
  if (everywhere) return true
  if (within !== undefined) return from !== null && from.closest(within) !== null
  return focus === 'page' || (focus === 'writing' && !isCharacter(stroke))
}

function isReady({ holds, run }: Command, from: Element | null): boolean {
  return run !== undefined && (holds === undefined || holds(from))
}

export interface Listed extends Command {
  readonly ready: boolean
}

/** Lists every command once: described ones first, in that order; a registered command replaces its description. */
export function listed(commands: readonly Command[], from: Element | null): Listed[] {
  const described = commands.filter(({ run }) => run === undefined)
  const byId = new Map<string, Listed>(described.map((command) => [command.id, { ...command, ready: false }]))
  for (const command of commands) {
    if (command.run !== undefined) byId.set(command.id, { ...command, ready: isReady(command, from) })
  }
  return [...byId.values()]
}
