/**
 * Which screens show a snapshot that the stream continues. A screen that reads live data joins as a reader, and says of
 * each snapshot what it reflects; until all of them are current, the tab does not call itself live.
 */

/** Everything up to `seq` has been applied, in the life `epoch` of the log. */
export interface Position {
  readonly epoch: string
  readonly seq: number
}

interface Reader {
  readonly organizationId: string
  /** What its snapshot must reflect at least: the position when it joined, the head when the relay had nothing to replay. */
  readonly needs: number
  readonly loaded: Position | null
}

export type Readers = ReadonlyMap<string, Reader>

interface Reading {
  readonly organizationId: string
  readonly position: Position | null
  readonly readers: Readers
}

/** A reader of another organization, which this tab is about to show, comes with no position to begin from. */
export function afterJoining(
  reading: Reading,
  joined: { reader: string; organizationId: string },
): { readers: Readers } {
  const here = joined.organizationId === reading.organizationId
  const needs = here && reading.position ? reading.position.seq : 0
  const reader: Reader = { organizationId: joined.organizationId, needs, loaded: null }
  return { readers: new Map(reading.readers).set(joined.reader, reader) }
}

export function afterLeaving({ readers }: Reading, reader: string): { readers: Readers } {
  return { readers: new Map([...readers].filter(([id]) => id !== reader)) }
}

/** The relay has nothing to replay: whoever reads must have a snapshot of at least `head`. */
export function mustReflect({ readers, organizationId }: Reading, head: number): Readers {
  const entries = [...readers].map(([id, reader]) => {
    return [id, reader.organizationId === organizationId ? { ...reader, needs: head } : reader] as const
  })
  return new Map(entries)
}

/**
 * Where the stream begins after the first answer, which has nothing to replay. A reader with a snapshot of the same epoch
 * keeps it, so the stream begins at the oldest of these; a reader without one must load a snapshot of at least the head.
 */
export function firstPosition(
  { readers, organizationId }: Reading,
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

/** Whether every screen that reads this organization shows a snapshot that the stream continues. */
export function readersAreCurrent(reading: Reading): boolean {
  return reading.position !== null && readersHere(reading).every((reader) => isCurrent(reader, reading.position))
}

/** Whether some screen shows a snapshot that the stream does not continue: of another life of the log, or too old. */
export function readersDisagree(reading: Reading): boolean {
  return readersHere(reading).some((reader) => reader.loaded !== null && !isCurrent(reader, reading.position))
}

function isCurrent({ loaded, needs }: Reader, position: Position | null): boolean {
  return loaded !== null && loaded.epoch === position?.epoch && loaded.seq >= needs
}

/** Where to begin: at the position, else at what the screens already show, if they agree on the life of the log. */
export function startingPosition(reading: Reading): Position | null {
  if (reading.position) return reading.position
  const loaded = readersHere(reading).map((reader) => reader.loaded)
  const [first] = loaded
  if (!first) return null
  let seq = first.seq
  for (const one of loaded) {
    if (one?.epoch !== first.epoch) return null
    seq = Math.min(seq, one.seq)
  }
  return { epoch: first.epoch, seq }
}

function readersHere({ readers, organizationId }: Reading): Reader[] {
  return [...readers.values()].filter((reader) => reader.organizationId === organizationId)
}
