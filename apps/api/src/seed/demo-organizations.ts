/** The organizations and accounts of the demo. Ids, addresses and numbers are documented and must not change. */
import type { OrganizationType, Role } from '@foyer/contracts/organization.ts'

export const DEMO_PASSWORD = 'demo-clinic-2026'

export interface DemoOrganization {
  readonly id: string
  readonly name: string
  readonly type: OrganizationType
  readonly timezone: string
  readonly smsNumber: string
  readonly faxNumber: string
  /** The zones of patients whose clock is not the clinic's. */
  readonly otherZones?: readonly string[]
  /** The number of made-up records beside those of the first screen. */
  readonly size: {
    readonly patients: number
    readonly strangers: number
    readonly chats: number
    readonly visitsADay: number
    readonly visitsToday: number
    /** The patients in the beds of a hospital, those who left them lately, and its visits in all. */
    readonly beds?: { readonly admitted: number; readonly discharged: number; readonly visits: number }
  }
  /** Minutes since the last message of the newest conversations. */
  readonly lately: readonly number[]
}

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    id: 'org_cedar',
    name: 'Cedar Ridge Medical Group',
    type: 'medicalGroup',
    timezone: 'America/Chicago',
    smsNumber: '+15125550100',
    faxNumber: '+15125550190',
    otherZones: ['America/New_York', 'America/Denver', 'America/Los_Angeles'],
    size: { patients: 410, strangers: 18, chats: 14, visitsADay: 12, visitsToday: 24 },
    lately: [],
  },
  {
    id: 'org_lakeside',
    name: 'Lakeside Hospital',
    type: 'hospital',
    timezone: 'America/New_York',
    smsNumber: '+16175550100',
    faxNumber: '+16175550190',
    size: {
      ...{ patients: 70, strangers: 5, chats: 4, visitsADay: 10, visitsToday: 12 },
      beds: { admitted: 20, discharged: 15, visits: 60 },
    },
    lately: [3, 12, 27, 49, 80],
  },
  {
    id: 'org_harbor',
    name: 'Harbor Urgent Care',
    type: 'urgentCare',
    timezone: 'America/Los_Angeles',
    smsNumber: '+14155550100',
    faxNumber: '+14155550190',
    size: { patients: 55, strangers: 6, chats: 3, visitsADay: 4, visitsToday: 12 },
    lately: [1, 8, 19, 44],
  },
]

export interface DemoAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: Readonly<Record<string, Role>>
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { id: 'usr_lena', email: 'lena@demo.test', name: 'Lena Kim', roles: { org_cedar: 'agent' } },
  { id: 'usr_dana', email: 'dana@demo.test', name: 'Dana Whitfield', roles: { org_cedar: 'agent' } },
  {
    id: 'usr_sam',
    email: 'sam@demo.test',
    name: 'Sam Ortiz',
    roles: { org_cedar: 'supervisor', org_lakeside: 'supervisor' },
  },
  { id: 'usr_omar', email: 'omar@demo.test', name: 'Omar Haddad', roles: { org_lakeside: 'agent' } },
  {
    id: 'usr_ana',
    email: 'ana@demo.test',
    name: 'Ana Reyes',
    roles: { org_cedar: 'admin', org_lakeside: 'admin', org_harbor: 'admin' },
  },
  { id: 'usr_ruth', email: 'ruth@demo.test', name: 'Ruth Adeyemi', roles: { org_harbor: 'provider' } },
]

export function staffOf(organizationId: string): DemoAccount[] {
  return DEMO_ACCOUNTS.filter(({ roles }) => roles[organizationId] !== undefined)
}
