/** The facts that the privacy lint holds a reply against. */

export interface LintFacts {
  /** The reviewer's public name; null for an anonymous one. */
  readonly reviewer: string | null
  /** Names of staff and doctors. */
  readonly people?: readonly string[]
  /** Names of the organization and its locations. */
  readonly places?: readonly string[]
  /** The location's own numbers, e-mail addresses and websites, and addresses. */
  readonly phones?: readonly string[]
  readonly sites?: readonly string[]
  readonly addresses?: readonly string[]
  /** The number that the proposal names. */
  readonly phone?: string | null
  /** The canned replies, filled. */
  readonly canned?: readonly string[]
  /** The last replies of the location. */
  readonly recent?: readonly string[]
  /** Full names of patients that the text may hold; only the API knows them. */
  readonly patients?: readonly string[]
}
