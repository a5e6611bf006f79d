import type { Role } from '@foyer/contracts/organization.ts'
import type { Request } from 'express'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { RunningConfig } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { Offer, Place } from './db/places.ts'
import type { Entry } from './db/transaction.ts'
import type { Tx } from './db/tx.ts'
import type { FileStorage } from './files/file-storage.ts'
import type { KnownCaller } from './http/caller.ts'
import type { Reader } from './reader/reader.ts'

/** The services that every module receives. They are the only source of time and ids. */
export interface Services {
  readonly config: RunningConfig
  readonly database: Database
  /** The storage of files' bytes. */
  readonly files: FileStorage
  /** Reads files in processes of their own. */
  readonly reader: Reader
  readonly clock: Clock
  /** A UUID v7, which sorts by creation time. */
  newId(): string
  readonly log: Logger
  readonly doorbell: Doorbell
  readonly identity: Identity
  /** The process's registry: `new Counter({ ..., registers: [services.metrics] })`. */
  readonly metrics: Registry
}

/** The services that exist before a caller can be authenticated; identity is built from them. */
export type BaseServices = Omit<Services, 'identity'>

export interface Clock {
  now(): Date
}

/**
 * Announces commits by topic: `events` for the log, and one topic per queue. After a commit `Database` rings for each
 * topic that the transaction passed to `wake(tx, topic)`; no other code rings.
 */
export interface Doorbell {
  /**
   * The organization is null when the transaction belonged to none. With `withinMs` the listeners hear of it at most that much
   * later, together with other rings of the topic and organization.
   */
  ring(topic: string, organizationId: string | null, withinMs?: number): void
  /** Calls `listener` on every ring of the topic until the returned function is called. */
  onRing(topic: string, listener: (organizationId: string | null) => void): () => void
  /** A place of this process's worker of the topic, for a row that a transaction inserts; null if it has none. */
  readonly offer: Offer
  /** Names the worker of the topic that has places, until the returned function is called. */
  onOffer(topic: string, taker: (isBulk: boolean) => Place | null): () => void
}

/** A person who chats from a clinic's web page. */
export interface Visitor {
  readonly organizationId: string
  readonly visitorId: string
}

/** The member whom a listing token is for. */
export interface ListingHolder {
  readonly userId: string
  readonly sessionId: string
  readonly organizationId: string
}

/** A caller whose token is valid and whose session is still to be checked. */
export interface Claim {
  readonly userId: string
  readonly sessionId: string
  /** The caller's organizations when the token was issued. */
  readonly organizations: readonly string[]
  /** Checks the session, in the transaction if there is one; throws the refusal `no_session` or `disabled`. */
  confirm(tx?: Tx): Promise<KnownCaller>
  /**
   * Checks the session and the membership by a transaction's first statement, which throws the same refusals, and
   * `not_allowed` for a caller who is not a member or has another role.
   */
  entry(organizationId: string, role?: Role): Entry
  /** Saves the use of the session that the entry found, if it is worth noting. */
  noteUse(): Promise<void>
}

export interface Identity {
  /**
   * Verifies an access token, without the session that it names; throws the refusal `no_session`. The call counts as use of
   * the session unless `isUse` is false.
   */
  claim(token: string, asked?: { readonly isUse: boolean }): Promise<Claim>
  /** Authenticates the session cookie of a request; null without a live session. */
  cookie(req: Request): Promise<{ userId: string; sessionId: string } | null>
  /** Checks again the session that a cookie named, in a transaction of the system scope; throws the refusal `no_session`. */
  confirmSession(of: { userId: string; sessionId: string }, tx: Tx): Promise<void>
  /** Authenticates a visitor token; throws the refusal `no_session` for any that is not valid. */
  visitor(token: string): Promise<Visitor>
  /** Verifies a listing token like `claim`; the token names the organization. */
  listing(
    token: string,
    asked?: { readonly isUse: boolean },
  ): Promise<{ readonly claim: Claim; readonly organizationId: string }>
  /** Issues the listing token of a member's living session, or the token that renews it. */
  listingToken(kind: 'access' | 'refresh', of: ListingHolder): Promise<string>
  /** Verifies a token that renews listing tokens, its session and its membership; null for any that is not valid. */
  listingRefresh(token: string): Promise<ListingHolder | null>
  /** Issues a token for a visitor of a clinic's web page. */
  visitorToken(visitor: Visitor, expiresAt: Date): Promise<string>
}
