export interface SendOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}
