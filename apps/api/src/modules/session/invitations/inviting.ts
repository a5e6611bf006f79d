/** Writes an invitation and its mail together, in the caller's transaction of `database.system`. */
import type { Invitation } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { BaseServices } from '../../../services.ts'
import type { AccountMailStatus } from '../mails/account-mails.tables.ts'
import { type MailsSent, mailsSince, queueAccountMail, withdrawAccountMail } from '../mails/account-mails.ts'
import {
  deliveryOf,
  INVITATION_MS,
  MAIL_DAY_MS,
  MAILS_A_DAY,
  MAILS_A_DAY_TO_ONE,
  OPEN_MAX,
} from './invitations.rules.ts'
import {
  addInvitation,
  countInForce,
  endInvitation,
  findOpenOf,
  findOpenOfUser,
  type InvitationRow,
  type NewLink,
  saveLink,
} from './invitations.store.ts'

type InvitingServices = Pick<BaseServices, 'config' | 'clock' | 'newId'>

/** Null: the operator. */
export type Inviter = { readonly userId: string; readonly name: string } | null

export interface NewGuest {
  readonly organizationId: string
  readonly email: string
  readonly role: Role
}

interface Invited {
  readonly row: InvitationRow
  /** As in the mail. */
  readonly link: string
}

/** The open invitation of the address, the organization's invitations in force, and the mails that were sent. */
export interface InvitedBefore {
  /** In force or expired. */
  readonly open: InvitationRow | undefined
  /** The organization's invitations in force. */
  readonly inForce: number
  /** In the last day. */
  readonly sent: MailsSent
}

/** Its statements are sent at once, so they run under a members' lock that was started before. */
export async function readInvitedBefore(
  tx: Tx,
  { organizationId, email }: Omit<NewGuest, 'role'>,
  { clock }: Pick<InvitingServices, 'clock'>,
): Promise<InvitedBefore> {
  const [open, inForce, sent] = await Promise.all([
    findOpenOf(tx, organizationId, email),
    countInForce(tx, organizationId, clock.now()),
    readSent(tx, { organizationId, email }, { clock }),
  ])
  return { open, inForce, sent }
}

/** The caller holds the members' lock of `tx` since before it read `before`, and has refused existing members. */
export async function inviteGuest(
  tx: Tx,
  { organizationId, email, role }: NewGuest,
  { open, inForce, sent }: InvitedBefore,
  inviter: Inviter,
  parts: InvitingServices,
): Promise<Invited> {
  const now = parts.clock.now()
  if (open !== undefined && open.expires_at > now)
    throw new Refusal('conflict', 'This person is invited already. The invitation can be sent again.')
  if (inForce >= OPEN_MAX)
    throw new Refusal('rate_limited', `${OPEN_MAX} invitations are open already. Withdraw some of them first.`)
  assertMayMail(sent)
  const { link, ...fields } = mailLink(tx, { organizationId, email }, inviter, parts)
  const row = { organization_id: organizationId, id: parts.newId(), email, role, ...fields }
  await Promise.all([
    // An address has one open invitation at most, so the former one ends first.
    open && endInvitation(tx, { organizationId, id: open.id }, { as: 'replaced', at: now }),
    addInvitation(tx, row),
  ])
  return { row: { ...row, ended_as: null, ended_at: null, accepted_by: null }, link }
}

/** Replaces the link: the former one is void, and its mail is not sent if it still waits. */
export async function inviteAgain(
  tx: Tx,
  row: InvitationRow,
  inviter: Inviter,
  parts: InvitingServices,
): Promise<Invited> {
  const { organization_id: organizationId, id, email } = row
  assertMayMail(await readSent(tx, { organizationId, email }, parts))
  const { link, ...fields } = mailLink(tx, { organizationId, email }, inviter, parts)
  await Promise.all([withdrawAccountMail(tx, row.mail_id, parts), saveLink(tx, { organizationId, id }, fields)])
  return { row: { ...row, ...fields }, link }
}

/** The open invitation for the address of this user. */
export function findInvitationOf(
  tx: Tx,
  key: { readonly organizationId: string; readonly userId: string },
): Promise<InvitationRow | undefined> {
  return findOpenOfUser(tx, key)
}

/** Makes the link void. Its statements are sent at once. */
export async function withdraw(
  tx: Tx,
  { organization_id: organizationId, id, mail_id }: InvitationRow,
  parts: Pick<InvitingServices, 'clock'>,
): Promise<void> {
  await Promise.all([
    endInvitation(tx, { organizationId, id }, { as: 'withdrawn', at: parts.clock.now() }),
    withdrawAccountMail(tx, mail_id, parts),
  ])
}

function readSent(
  tx: Tx,
  { organizationId, email }: Omit<NewGuest, 'role'>,
  { clock }: Pick<InvitingServices, 'clock'>,
): Promise<MailsSent> {
  return mailsSince(tx, { organizationId, address: email }, new Date(clock.now().getTime() - MAIL_DAY_MS))
}

function assertMayMail(sent: MailsSent): void {
  if (sent.ofOrganization >= MAILS_A_DAY || sent.toAddress >= MAILS_A_DAY_TO_ONE)
    throw new Refusal('rate_limited', 'So many invitations were mailed lately that no more go out today.')
}

/** Queues the mail of a new link. */
function mailLink(
  tx: Tx,
  { organizationId, email }: Omit<NewGuest, 'role'>,
  inviter: Inviter,
  parts: InvitingServices,
): NewLink & Pick<Invited, 'link'> {
  const invited_at = parts.clock.now()
  const expires_at = new Date(invited_at.getTime() + INVITATION_MS)
  const { mailId, tokenDigest, link } = queueAccountMail(
    tx,
    {
      ...{ kind: 'invitation', organizationId, address: email, expiresAt: expires_at },
      inviterName: inviter?.name ?? null,
    },
    parts,
  )
  return {
    link,
    ...{ invited_at, expires_at, mail_id: mailId, token_digest: tokenDigest },
    ...{ invited_by: inviter?.userId ?? null, inviter_name: inviter?.name ?? 'Foyer' },
  }
}

interface AroundInvitation {
  readonly mail: AccountMailStatus | undefined
  readonly inviterIs: Invitation['inviterIs']
}

export function invitationView(row: InvitationRow, { mail, inviterIs }: AroundInvitation, now: Date): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.inviter_name,
    inviterIs,
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
    delivery: deliveryOf(mail),
  }
}
