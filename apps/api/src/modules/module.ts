/** A module of the API as one value: what it brings to the process, and the tables that it alone writes. */
import type { Router } from 'express'
import type { Recount } from '../events/drift.ts'
import type { LogConsumer } from '../events/log-consumer.ts'
import type { RetentionStep } from '../events/retention.ts'
import type { Route } from '../http/route.ts'
import type { Parts } from '../parts.ts'
import type { Worker } from '../work/loop.ts'
import type { InboundStep } from './conversations/conversations.ts'

/** What modules contribute to one another, collected in `modules.ts`. */
export interface Seams {
  /** In their order. */
  readonly inboundSteps: readonly InboundStep[]
}

export interface Module<Services extends Parts = Parts> {
  readonly name: string
  /** The database tables that no other module writes. */
  readonly tables: readonly string[]
  /** The calls that it answers. `stopping` is aborted when the process begins to stop. */
  routes?(services: Services & Seams, stopping: AbortSignal): readonly Route[]
  /** What it serves beside calls: pages, scripts and paths without a contract. */
  pages?(services: Services & Seams, stopping: AbortSignal): Router
  /** Starts its workers; they are stopped in the reverse order. */
  workers?(services: Services & Seams): readonly Worker[]
  /** How it reacts to a patient's message. */
  readonly inboundSteps?: readonly InboundStep[]
  /** Its readers of the organizations' logs. */
  readonly consumers?: readonly LogConsumer[]
  /** The counts that it declares, from its rows; the drift check holds the kept ones against them. */
  readonly recount?: Recount
  /** What deletes rows of its tables that nobody can need any more. */
  readonly retention?: readonly RetentionStep[]
}
