import type { Module } from '../module.ts'
import type { SessionServices } from './identity.ts'
import { startAccountMailing } from './mails/account-mailing.ts'
import { startPasswordAsks } from './password/password-asks.ts'
import { addSessionFields } from './session.fields.ts'
import { sessionRoutes } from './session.routes.ts'

export const sessionModule: Module<SessionServices> = {
  name: 'session',
  tables: [
    'account',
    'account_mails',
    'first_steps',
    'invitations',
    'jwks',
    'known_members',
    'login_tries',
    'members',
    'password_asks',
    'password_links',
    'provider_sign_ins',
    'recovery_codes',
    'second_factors',
    'session',
    'user',
    'verification',
  ],
  routes: sessionRoutes,
  fields: { main: addSessionFields },
  workers: (parts) => [startPasswordAsks(parts), startAccountMailing(parts)],
}
