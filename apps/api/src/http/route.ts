import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Lane, Turn } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import type { StagedFile } from '../files/staging.ts'
import type { Caller } from './caller.ts'
import type { Refusal } from './refusal.ts'

/** An uploaded file, on this machine's disk until the call is answered. */
export interface UploadedFile extends StagedFile {
  /** The name that the sender gave: it is cleaned before display and never used as a path. */
  readonly name: string
}

/** The input of a handler. Everything in it has been validated. */
export interface Context<C extends AnyCall> {
  readonly params: z.output<C['params']>
  readonly query: z.output<C['query']>
  readonly body: z.output<C['body']>
  /** The files from the multipart parts that the call declares. */
  readonly files: readonly UploadedFile[]
  /** Absent for access `public`, `relay` and `carrier`. */
  readonly caller: Caller
  /** The organization that the call names and the caller belongs to; empty for calls in the system scope. */
  readonly organizationId: string
  readonly requestId: string
  /** Checks the caller's session and membership. A handler that uses none of the transactions below calls it first. */
  check(): Promise<void>
  /** Leaves the audit row at once, for a handler that reads without a GET's `read` and answers by itself. */
  audit(): Promise<void>
  /** Reads in one REPEATABLE READ transaction of the organization; writes the audit row in it. */
  read<T>(work: (tx: Tx) => Promise<T>, lane?: Lane | Turn): Promise<T>
  /**
   * Changes data in one transaction of the organization, together with the audit row and, for idempotent calls, the
   * key. The work may run twice, so it must have no effects outside the transaction. In an idempotent call `write` is
   * called once and its result is the whole reply, which is stored with the key; the handler returns that result.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like `write`, in the system scope (`Database.system`), because membership and sign-in don't belong to one
   * organization. Audit row, key and reply still belong to the organization.
   */
  writeSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Changes the caller's own account in the system scope, in one transaction with the audit row. A refusal that the
   * work returns instead of throwing keeps what was written.
   */
  writeAccount<T>(work: (tx: Tx) => Promise<T | Refusal>): Promise<T>
  /** For redirects, cookies and raw bodies; other handlers return their reply. */
  readonly req: Request
  readonly res: Response
}

export type Handler<C extends AnyCall> = (context: Context<C>) => Promise<z.input<C['reply']>> | z.input<C['reply']>

/** A call with its handler. */
export interface Route {
  readonly call: AnyCall
  readonly handle: (context: Context<AnyCall>) => Promise<unknown> | unknown
}

export function route<C extends AnyCall>(call: C, handle: Handler<C>): Route {
  return { call, handle: handle as unknown as Route['handle'] }
}
