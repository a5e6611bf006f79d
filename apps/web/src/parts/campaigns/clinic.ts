import type { Membership } from '@foyer/contracts/organization.ts'

/** The organization whose campaigns, templates and notifications a page shows. */
export type Clinic = Pick<Membership, '_id' | 'name' | 'timezone'>
