/** Declares the rows that metrics count. Figure, rows, recount and export of a metric all come from its declaration. */

import type { Cut, MetricName } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { RowKind, RowLink } from '@foyer/contracts/dashboards/row-calls.ts'
import type { RawBuilder } from 'kysely'

/** Conditions that all hold. Each is SQL over the columns of `from`. */
export type Conditions = readonly RawBuilder<unknown>[]

/**
 * The rows of one table. Several sources may feed one metric: `messages.staff` counts texts, e-mails and faxes. A module declares
 * its sources in `figures` of its value. The columns that `at`, `cuts` and conditions read are in one index after
 * `organization_id` and the instant, so that counting reads the index alone.
 */
export interface FigureSource {
  /** Unique; cursors name it. */
  readonly name: string
  readonly kind: RowKind
  /** The table, by a name that the other parts use: sql`messages as m`. */
  readonly from: RawBuilder<unknown>
  /** Its columns: sql.ref('m.organization_id'). */
  readonly organization: RawBuilder<unknown>
  /**
   * The instant on whose day a row counts; rows are listed by it, so that of a gauge never changes: a row that moved between two
   * pages would be listed twice or not at all.
   */
  readonly at: RawBuilder<unknown>
  /** The instant that the list prints; absent: `at`. */
  readonly shownAt?: RawBuilder<unknown>
  /** The row's id, unique in the source. */
  readonly id: RawBuilder<unknown>
  /** The amount that a row adds to the number; absent: 1. */
  readonly adds?: RawBuilder<unknown>
  /** The conditions of all metrics, such as those of a partial index. */
  readonly where?: Conditions
  readonly cuts: Partial<Record<Cut, RawBuilder<unknown>>>
  /** The further conditions of each metric that it feeds. */
  readonly metrics: Partial<Record<MetricName, Conditions>>
  /**
   * Selects the `Described` of these rows. Words are ours and never what anybody wrote; only the title may be a patient's name.
   */
  readonly describe: (organizationId: string, ids: readonly string[]) => RawBuilder<Described>
}

/** A row as the list behind a number shows it. */
export interface Described extends Partial<Record<keyof RowLink, string | null>> {
  readonly id: string
  /** The patient's name; null: unknown. */
  readonly title: string | null
  readonly detail: string
}
