export interface ResultsOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}
