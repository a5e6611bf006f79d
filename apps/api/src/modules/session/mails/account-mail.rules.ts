/** What mails about accounts say, and how long they are tried. No patient is ever spoken of. */
import type { Backoff } from '../../../work/backoff.rules.ts'
import { MAIL_RETRIES } from '../../messaging/mail.rules.ts'

export const ACCOUNT_MAIL_KINDS = ['password', 'invitation'] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/** With the pauses between them that is some eight hours; a link that has run out ends it sooner. */
export const TRIES_MAX = 40
/** Where the service took it and never says so, each try is one more of the same in somebody's mailbox. */
export const UNANSWERED_TRIES_MAX = 6
/** As mails to patients; after an unknown outcome a minute at least, until the service lists a mail that it took. */
export const ACCOUNT_MAIL_RETRIES: Backoff = { ...MAIL_RETRIES, unknownMs: 60_000 }

const PATHS: Readonly<Record<AccountMailKind, string>> = { password: '/reset-password', invitation: '/invitation' }

/** In the fragment: no server's log and no Referer ever holds it. */
export function linkOf(kind: AccountMailKind, publicUrl: string, token: string): string {
  return `${publicUrl}${PATHS[kind]}#token=${token}`
}

interface Told {
  readonly kind: AccountMailKind
  readonly link: string
  readonly expiresAt: Date
  /** Of an invitation. */
  readonly organization: { readonly name: string; readonly timezone: string } | null
  readonly inviterName: string | null
}

interface Words {
  readonly senderName: string
  readonly subject: string
  readonly content: string
}

export function accountMailWords({ kind, link, expiresAt, organization, inviterName }: Told): Words {
  const until = `It works once, until ${moment(expiresAt, organization?.timezone ?? 'UTC')}.`
  if (kind === 'password')
    return {
      senderName: 'Foyer',
      subject: 'Set a new password for Foyer',
      content: paragraphs(
        'Somebody asked to set a new password for the Foyer account with this e-mail address. To choose one, open this link:',
        link,
        until,
        'If it was not you, do nothing: the password stays as it is.',
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
      'If you did not expect this, do nothing: nobody joins anything without opening the link.',
    ),
  }
}

function paragraphs(...them: string[]): string {
  return `${them.join('\n\n')}\n`
}

/**
 * A name as it may stand in a mail's head: one line of it, not long, and nothing that a mail program would make a link of.
 * Whoever may invite writes to strangers in our name, and their own name is theirs to choose.
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
