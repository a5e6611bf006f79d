/** Test setup: a clinic with its public pages of forms, and an admin. */
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import express from 'express'
import { serve } from '../../../../../tests/support/services.ts'
import { problemHandler } from '../../http/problem.ts'
import { securityHeaders } from '../../http/security-headers.ts'
import { type Answer, type Clinic, openClinic } from '../clinic.suite.ts'
import { formPage } from './form-page.ts'
import { PROOF_FIELD } from './proof.ts'

export const INTAKE = {
  resourceType: 'Questionnaire',
  title: 'New patient <b>intake</b>',
  description: 'Before your first visit.',
  status: 'active',
  item: [
    { linkId: 'name', type: 'string', text: 'Your name', required: true },
    { linkId: 'phone', type: 'string', text: 'Phone' },
    { linkId: 'birth', type: 'date', text: 'Birth date' },
    { linkId: 'smokes', type: 'boolean', text: 'Do you smoke?', required: true },
    {
      ...{ linkId: 'many', type: 'integer', text: 'How many a day?', required: true },
      enableWhen: [{ question: 'smokes', operator: '=', answerBoolean: true }],
    },
  ],
}
export const GOOD = { name: 'Ann', smokes: 'false' }

/** The hidden fields of a form's page. */
export function read(html: string): { readonly token: string; readonly challenge: Challenge | null } {
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(html) ?? []
  const [, challenge] = /data-challenge="([^"]+)"/.exec(html) ?? []
  return { token, challenge: challenge === undefined ? null : JSON.parse(challenge.replaceAll('&#34;', '"')) }
}

/** The fields of a page as its script fills them. */
export async function filled({ token, challenge }: ReturnType<typeof read>): Promise<Record<string, string>> {
  if (challenge === null) return { token }
  const solution = await solveChallenge({ challenge, deriveKey })
  return { token, [PROOF_FIELD]: JSON.stringify({ challenge, solution }) }
}

export interface Forms extends Clinic {
  readonly pagesUrl: string
  /** Brings in a form and returns it. */
  form(more?: object): Promise<Answer['body']>
  /** The token of the form's page. */
  token(formId: string, query?: string): Promise<string>
  /** Sends a page, after three seconds of the clock. */
  send(formId: string, fields: Record<string, string>, more?: { query?: string; from?: string }): Promise<Response>
  submissions(more?: Record<string, unknown>): Promise<Answer['body']['data']>
}

export async function openForms(): Promise<Forms> {
  const clinic = await openClinic({}, { more: ['ana'] })
  await clinic.store.query(`update members set role = 'admin' where user_id = 'ana'`)
  const app = express()
  app.set('trust proxy', 'loopback')
  app.use(securityHeaders(clinic.parts.config.publicUrl))
  app.use(formPage(clinic.parts))
  app.use(problemHandler(clinic.parts))
  const server = await serve(app)
  let networks = 0
  const open = async (formId: string, query: string, headers = {}) =>
    read(await (await fetch(`${server.url}/f/${formId}${query}`, { headers })).text())
  const token = async (formId: string, query = '') => (await open(formId, query)).token
  return {
    ...clinic,
    pagesUrl: server.url,
    token,
    async form(more = {}) {
      const { status, body } = await clinic.call('createForm', 'ana', { questionnaire: INTAKE, ...more })
      if (status !== 200) throw new Error(`The form was refused: ${JSON.stringify(body)}`)
      return body.data
    },
    async send(formId, fields, { query = '', from = `10.0.${networks >> 8}.${networks++ & 255}` } = {}) {
      const network = { 'x-forwarded-for': from }
      const given =
        fields.token === undefined ? { ...(await filled(await open(formId, query, network))), ...fields } : fields
      clinic.pass(3500)
      return fetch(`${server.url}/f/${formId}${query}`, {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(given).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...network },
      })
    },
    async submissions(more = {}) {
      return (await clinic.call('formSubmissions', 'lena', more)).body.data
    },
    async close() {
      await server.close()
      await clinic.close()
    },
  }
}
