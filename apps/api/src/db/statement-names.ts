/**
 * Names the statements that a connection sends often. PostgreSQL parses a named statement once per connection and keeps
 * its plan; after that only its values are sent.
 */
import type { Writable } from 'node:stream'
import pg from 'pg'
import { noteStatement } from './counted-statements.ts'
import { isOfTypes, isOfValue, isPlanGone } from './failure.rules.ts'

/** A statement gets a name when it is sent for the second time. */
const NAMED_FROM = 2
/** The most texts whose uses are counted. */
const TEXTS_MAX = 2000
/** The most named statements on one connection. PostgreSQL keeps each of them in memory. */
const NAMES_MAX = 300

interface Text {
  readonly name: string
  uses: number
}

/** Moves the key to the newest end of the map. */
function renew<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

const texts = new Map<string, Text>()
let named = 0
/** Counts how often a server refused a named statement. What made one invalid, such as a migration, made others so on all connections. */
let losses = 0

const outdated = new WeakSet<Error>()

/**
 * Whether the statement may succeed when it is sent again. The server gave its parameters their types when it parsed it, and
 * keeps them although a migration has changed the columns' types since.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && outdated.has(error)
}

/** The name is the same on every connection, so that a text that one connection sent often is named on all of them. */
function nameOf(sql: string): string | undefined {
  const text = texts.get(sql) ?? { name: `s${++named}`, uses: 0 }
  text.uses++
  renew(texts, sql, text)
  if (texts.size > TEXTS_MAX) for (const [oldest] of texts.entries().take(1)) texts.delete(oldest)
  return text.uses < NAMED_FROM ? undefined : text.name
}

/** The driver's connection keeps these. Its types do not declare them. */
interface Connection {
  readonly stream: Writable
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  close(statement: { readonly type: 'S'; readonly name: string }): void
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void

/**
 * A connection that names its statements and counts waits. Statements that are sent before the first of them is answered
 * cost one wait together. A statement that is sent after that answer costs a further one, also while others of them are
 * still unanswered: so the count does not depend on how the answers arrive.
 */
export class NamingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  /** The `losses` after which the names were given. */
  #since = losses
  /** Whether the newest answer was a failure. Those after it in a transaction follow from it. */
  #hasFailed = false
  #unanswered = 0
  /** How many waits the statements cost that were sent, and those that were answered. */
  #waits = 0
  #waited = 0
  #isGathering = false
  /** Called for each wait. */
  onWait: (() => void) | undefined

  /** Calls back when the statement is answered, and at once for a statement that can't be sent. */
  send(text: string, values: readonly unknown[], done: Callback, { isAwaited = true } = {}): void {
    // The driver takes a statement for parsed when its answer arrives, so none may be under way.
    if (this.#since !== losses && this.#unanswered === 0) this.#forgetAll()
    const name = values.length > 0 ? this.#nameOf(text) : undefined
    noteStatement()
    this.#unanswered++
    if (isAwaited && this.#waits === this.#waited) {
      this.#waits++
      this.onWait?.()
    }
    const waits = this.#waits
    const isParsed = name !== undefined && this.#connection.parsedStatements[name] !== undefined
    this.#gatherWrites()
    let isAnswered = false
    void super.query({ text, values: [...values], name }, (error, result) => {
      if (isAnswered) {
        // The driver calls again for a statement whose values it could not send. It has closed the statement.
        if (name !== undefined) this.#forget(text, name)
        return
      }
      isAnswered = true
      this.#unanswered--
      if (isAwaited) this.#waited = Math.max(this.#waited, waits)
      if (error && name !== undefined) this.#noteFailure(error, { text, name, isParsed })
      this.#hasFailed = Boolean(error)
      done(error, result)
    })
  }

  /** Statements of one turn leave in one write: each write costs more processor time than a short statement. */
  #gatherWrites(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.#connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  get #connection(): Connection {
    return (this as unknown as { readonly connection: Connection }).connection
  }

  #nameOf(text: string): string | undefined {
    const name = nameOf(text)
    if (name === undefined) return undefined
    const former = this.#names.get(text)
    // The text was forgotten by the process meanwhile and has got another name.
    if (former !== undefined && former !== name) this.#forget(text, former)
    renew(this.#names, text, name)
    if (this.#names.size > NAMES_MAX)
      for (const [oldest, its] of this.#names.entries().take(1)) this.#forget(oldest, its)
    return name
  }

  /** A statement that was parsed for this very use has the types of now. */
  #noteFailure(error: Error, { text, name, isParsed }: { text: string; name: string; isParsed: boolean }): void {
    if (isPlanGone(error)) this.#noteLoss(text, name)
    else if (isParsed && isOfTypes(error)) {
      outdated.add(error)
      // A caller sends a wrong value at any time, and that must not cost all connections their names.
      if (isOfValue(error)) this.#forget(text, name)
      else losses++
    }
  }

  /** A statement that was not parsed because its transaction had failed was never known to the server. */
  #noteLoss(text: string, name: string): void {
    if (this.#hasFailed) this.#forget(text, name)
    else losses++
  }

  #forgetAll(): void {
    this.#since = losses
    for (const [text, name] of [...this.#names]) this.#forget(text, name)
  }

  /** The server drops the statement when the next one is sent. */
  #forget(text: string, name: string): void {
    const connection = this.#connection
    this.#names.delete(text)
    connection.close({ type: 'S', name })
    delete connection.parsedStatements[name]
    delete connection.submittedNamedStatements[name]
  }
}
