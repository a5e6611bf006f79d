/** The organization as the pages of uploads need it. */
export interface UploadsOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}
