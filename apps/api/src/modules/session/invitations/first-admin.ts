/**
 * The first admin of an organization: the operator adds the organization and invites its first admin by command. Admins
 * invite everybody else.
 */
import { StartRefusal } from '@foyer/contracts/environment.ts'
import type { Tx } from '../../../db/tx.ts'
import { saveCommand } from '../../../http/audit.ts'
import type { BaseServices } from '../../../services.ts'
import {
  hasOrganization,
  insertOrganization,
  type NewOrganization,
  takenOf,
} from '../../organizations/organizations.ts'
import { canMail, withdrawAccountMail } from '../mails/account-mails.ts'
import { lockMembers, organizationHasAdmin } from '../members/membership.ts'
import { inviteAgain, inviteGuest, readInvitedBefore } from './inviting.ts'

type FirstAdminServices = Pick<BaseServices, 'config' | 'database' | 'clock' | 'newId'>

interface InvitedAdmin {
  /** Null if the link was mailed. */
  readonly link: string | null
}

/** Inserts the organization and the invitation in one transaction. */
export function addOrganization(
  organization: NewOrganization,
  email: string,
  parts: FirstAdminServices,
): Promise<InvitedAdmin> {
  return parts.database.system(async (tx) => {
    const taken = await takenOf(tx, organization)
    if (taken === 'id') throw new StartRefusal(`There is an organization ${organization.id} already.`)
    if (taken === 'number') throw new StartRefusal('Another organization has this number already.')
    await insertOrganization(tx, organization, parts.newId())
    return invite(tx, { organizationId: organization.id, email, command: 'add-organization' }, parts)
  })
}

/** Invites again when nobody accepted the first invitation; refused for an organization that has an admin. */
export function inviteFirstAdmin(
  organizationId: string,
  email: string,
  parts: FirstAdminServices,
): Promise<InvitedAdmin> {
  return parts.database.system(async (tx) => {
    await lockMembers(tx, organizationId)
    if (!(await hasOrganization(tx, organizationId)))
      throw new StartRefusal(`There is no organization ${organizationId}.`)
    if (await organizationHasAdmin(tx, organizationId))
      throw new StartRefusal(`${organizationId} has an admin, who can invite others.`)
    return invite(tx, { organizationId, email, command: 'add-organization --again' }, parts)
  })
}

async function invite(
  tx: Tx,
  { organizationId, email, command }: { organizationId: string; email: string; command: string },
  parts: FirstAdminServices,
): Promise<InvitedAdmin> {
  const before = await readInvitedBefore(tx, { organizationId, email }, parts)
  const { row, link } = before.open
    ? await inviteAgain(tx, before.open, null, parts)
    : await inviteGuest(tx, { organizationId, email, role: 'admin' }, before, null, parts)
  const isMailed = canMail(parts.config)
  if (!isMailed) await withdrawAccountMail(tx, row.mail_id, parts)
  await saveCommand(tx, { command, organizationId, subject: { invitationId: row.id }, id: parts.newId() })
  return { link: isMailed ? null : link }
}
