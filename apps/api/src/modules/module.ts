/** A module of the API: its contributions to the process, and the tables that only it writes. */
import type { Router } from 'express'
import type { Tx } from '../db/tx.ts'
import type { Recount } from '../events/drift.ts'
import type { LogConsumer } from '../events/log-consumer.ts'
import type { RetentionStep } from '../events/retention.ts'
import type { ModuleFields } from '../http/graphql/builder.ts'
import type { Route } from '../http/route.ts'
import type { Services } from '../services.ts'
import type { Worker } from '../workers/loop.ts'
import type { InboundStep, OptOutStep, SentStep, VisitorWelcome } from './conversations/conversations.ts'
import type { FigureSource } from './figures/figures.ts'
import type { ImportTarget } from './import-target.ts'

/** A page that anybody may open, and that search engines may find. */
export interface PublicPage {
  readonly path: string
  /** Null where it is not known. */
  readonly changedAt: Date | null
}

/** The public pages of an organization. */
export type PublicPages = (tx: Tx, organizationId: string) => Promise<readonly PublicPage[]>

/** The contributions of modules to other modules, collected in `modules.ts`. */
export interface Seams {
  /** The steps in the order in which they run. */
  readonly inboundSteps: readonly InboundStep[]
  readonly optOutSteps: readonly OptOutStep[]
  readonly sentSteps: readonly SentStep[]
  /** Asked in the order of the modules; the first that greets does. */
  readonly welcomes: readonly VisitorWelcome[]
  /** One for each kind of import. */
  readonly importTargets: readonly ImportTarget[]
  readonly figures: readonly FigureSource[]
  readonly publicPages: readonly PublicPages[]
}

export interface Module<Given extends Services = Services> {
  readonly name: string
  /** The database tables that no other module writes. */
  readonly tables: readonly string[]
  /** The calls that it answers. `stopping` is aborted when the process begins to stop. */
  routes?(services: Given & Seams, stopping: AbortSignal): readonly Route[]
  /** Adds its fields of GraphQL, each of which makes a call. */
  readonly fields?: ModuleFields
  /** Serves pages, scripts and paths that are not calls and have no contract. */
  pages?(services: Given & Seams, stopping: AbortSignal): Router
  /** Starts its workers; they are stopped in the reverse order. */
  workers?(services: Given & Seams): readonly Worker[]
  /** The steps that it runs on a patient's message. */
  readonly inboundSteps?: readonly InboundStep[]
  /** The steps that it runs when a number is opted out by the staff or by the carrier. */
  readonly optOutSteps?: readonly OptOutStep[]
  /** The steps that it runs on the texts and e-mails that it sent. */
  readonly sentSteps?: readonly SentStep[]
  /** Greets visitors of the web chat before they write. */
  readonly welcome?: VisitorWelcome
  /** The records of its own that imports bring in. */
  readonly importTargets?: readonly ImportTarget[]
  /** The rows of its tables that figures count. */
  readonly figures?: readonly FigureSource[]
  /** Its pages that search engines may find. */
  readonly publicPages?: PublicPages
  /** Its readers of the organizations' logs. */
  readonly consumers?: readonly LogConsumer[]
  /** Recounts the counts that it declares from its rows; the drift check compares them with the kept counts. */
  readonly recount?: Recount
  /** Steps that delete rows of its tables that are no longer needed. */
  readonly retention?: readonly RetentionStep[]
}
