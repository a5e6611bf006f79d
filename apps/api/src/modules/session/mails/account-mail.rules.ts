/** Texts of account mails and the limits of their retries. They never mention a patient. */
import type { Backoff } from '../../../workers/backoff.rules.ts'
import { MAIL_RETRIES } from '../../messaging/mail.rules.ts'

export const ACCOUNT_MAIL_KINDS = ['password', 'invitation'] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/** With the pauses between them about eight hours; an expired link ends the retries sooner. */
export const TRIES_MAX = 40
/** If the service accepts a mail and never confirms it, each retry may be a duplicate in the recipient's mailbox. */
export const UNANSWERED_TRIES_MAX = 6
/**
 * As for mails to patients, except that an unknown outcome waits at least a minute, until the service lists the mail
 * that it accepted.
 */
export const ACCOUNT_MAIL_RETRIES: Backoff = { ...MAIL_RETRIES, unknownMs: 60_000 }

const PATHS: Readonly<Record<AccountMailKind, string>> = { password: '/reset-password', invitation: '/invitation' }

/** The token is in the fragment, so that no server log and no Referer header contains it. */
export function linkOf(kind: AccountMailKind, publicUrl: string, token: string): string {
  return `${publicUrl}${PATHS[kind]}#token=${token}`
}

interface MailFacts {
  readonly kind: AccountMailKind
  readonly link: string
  readonly expiresAt: Date
  /** Set for invitations. */
  readonly organization: { readonly name: string; readonly timezone: string } | null
  readonly inviterName: string | null
}

interface Words {
  readonly senderName: string
  readonly subject: string
  readonly content: string
}

export function accountMailWords({ kind, link, expiresAt, organization, inviterName }: MailFacts): Words {
  const until = `It works once, until ${moment(expiresAt, organization?.timezone ?? 'UTC')}.`
  if (kind === 'password')
    return {
      senderName: 'Foyer',
      subject: 'Set a new password for Foyer',
      content: paragraphs(
        'Someone asked to reset the password of the Foyer account with this email address. To choose a new one, open this link:',
        link,
        until,
        'If this was not you, ignore this email. Your password stays the same.',
      ),
    }
  const place = plainName(organization?.name ?? '') || 'an organization'
  const who = plainName(inviterName ?? '')
  return {
    senderName: place,
    subject: who === '' ? `You are invited to ${place} on Foyer` : `${who} invites you to ${place} on Foyer`,
    content: paragraphs(
      `${who === '' ? 'You are invited' : `${who} invites you`} to work in the patient inbox of ${place} on Foyer. To accept, open this link:`,
      link,
      until,
      'If you were not expecting this, ignore this email.',
    ),
  }
}

function paragraphs(...them: string[]): string {
  return `${them.join('\n\n')}\n`
}

/**
 * A name for a mail's subject and sender: one short line without anything that a mail program turns into a link. An
 * inviter chooses their own name and writes to strangers in Foyer's name.
 */
function plainName(name: string): string {
  return (
    name
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .replaceAll(/[<>"@:/\\]/g, ' ')
      .replaceAll(/\.(?=\S)/g, '. ')
      .replaceAll(/ {2,}/g, ' ')
      .trim()
      .match(/^.{0,80}/u)?.[0]
      .trim() ?? ''
  )
}

function moment(at: Date, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
  return `${words} (${timeZone})`
}
