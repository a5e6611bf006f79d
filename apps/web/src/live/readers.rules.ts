/**
 * Tracks which screens show a snapshot that the stream continues. A screen that reads live data joins as a reader and
 * reports the position of each snapshot; the tab is live only when all readers are current.
 */

/** Everything up to `seq` has been applied, in the given epoch of the log. */
export interface Position {
  readonly epoch: string
  readonly seq: number
}

interface Reader {
  readonly organizationId: string
  /**
   * The minimum that its snapshot must reflect: the position when it joined, or the head when the relay had nothing to
   * replay.
   */
  readonly needs: number
  readonly loaded: Position | null
}

export type Readers = ReadonlyMap<string, Reader>

interface ReaderState {
  readonly organizationId: string
  readonly position: Position | null
  readonly readers: Readers
}

/** Adds a reader. A reader of another organization, which this tab is about to show, has no position to begin from. */
export function afterJoining(
  state: ReaderState,
  joined: { reader: string; organizationId: string },
): { readers: Readers } {
  const here = joined.organizationId === state.organizationId
  const needs = here && state.position ? state.position.seq : 0
  const reader: Reader = { organizationId: joined.organizationId, needs, loaded: null }
  return { readers: new Map(state.readers).set(joined.reader, reader) }
}

export function afterLeaving({ readers }: ReaderState, reader: string): { readers: Readers } {
  return { readers: new Map([...readers].filter(([id]) => id !== reader)) }
}

/** The relay has nothing to replay, so every reader must load a snapshot of at least `head`. */
export function mustReflect({ readers, organizationId }: ReaderState, head: number): Readers {
  const entries = [...readers].map(([id, reader]) => {
    return [id, reader.organizationId === organizationId ? { ...reader, needs: head } : reader] as const
  })
  return new Map(entries)
}

/**
 * Returns where the stream begins after the first answer, which has nothing to replay. A reader with a snapshot of the same epoch
 * keeps it, so the stream begins at the oldest of these; a reader without one must load a snapshot of at least the head.
 */
export function firstPosition(
  { readers, organizationId }: ReaderState,
  head: Position,
): { position: Position; readers: Readers } {
  let { seq } = head
  const entries = [...readers].map(([id, reader]) => {
    if (reader.organizationId !== organizationId) return [id, reader] as const
    const { loaded } = reader
    const needs = loaded?.epoch === head.epoch ? Math.min(loaded.seq, head.seq) : head.seq
    seq = Math.min(seq, needs)
    return [id, { ...reader, needs }] as const
  })
  return { position: { ...head, seq }, readers: new Map(entries) }
}

/** True when every screen of this organization shows a snapshot that the stream continues. */
export function readersAreCurrent(state: ReaderState): boolean {
  return state.position !== null && readersHere(state).every((reader) => isCurrent(reader, state.position))
}

/** True when a screen shows a snapshot that the stream does not continue: of another epoch, or too old. */
export function readersDisagree(state: ReaderState): boolean {
  return readersHere(state).some((reader) => reader.loaded !== null && !isCurrent(reader, state.position))
}

function isCurrent({ loaded, needs }: Reader, position: Position | null): boolean {
  return loaded !== null && loaded.epoch === position?.epoch && loaded.seq >= needs
}

/** Returns where to begin: at the position, else at the screens' oldest snapshot if all have the same epoch. */
export function startingPosition(state: ReaderState): Position | null {
  if (state.position) return state.position
  const loaded = readersHere(state).map((reader) => reader.loaded)
  const [first] = loaded
  if (!first) return null
  let seq = first.seq
  for (const one of loaded) {
    if (one?.epoch !== first.epoch) return null
    seq = Math.min(seq, one.seq)
  }
  return { epoch: first.epoch, seq }
}

function readersHere({ readers, organizationId }: ReaderState): Reader[] {
  return [...readers.values()].filter((reader) => reader.organizationId === organizationId)
}
