/** Test setup: the clinic with doctors of `visits.suite.ts`, and calls whose path names a patient. */
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { ask } from '../../../../../tests/support/plain-http.ts'
import { openVisits, type Visits } from '../appointments/visits.suite.ts'
import type { Answer } from '../clinic.suite.ts'

type Fields = Record<string, unknown>

export interface Charts extends Visits {
  /** Makes a call about the patient `id` as this user, of o1 by default. */
  chart(name: CallName, id: string, fields?: Fields, user?: string, headers?: Record<string, string>): Promise<Answer>
  /** Makes a GET of the campaign service with this query and nothing else, with the credentials that it requires. */
  campaign(name: CallName, query: Fields, headers?: Record<string, string>): Promise<Answer>
  /** Keeps a file in the chart of `id`; null sends a form without one. */
  keepFile(id: string, file: File | null, fields?: Fields, user?: string): Promise<Answer>
}

export async function openCharts(env: Record<string, string> = {}): Promise<Charts> {
  const visits = await openVisits(env)
  return {
    ...visits,
    async chart(name, id, fields = {}, user = 'lena', headers = {}) {
      const { method, path } = calls[name]
      const all = { organizationId: 'o1', ...fields }
      const url = `${visits.url}${fillPath(path, { id })}`
      const { status, text } = await ask(method === 'GET' ? `${url}?${searchOf(all)}` : url, {
        method,
        headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(all) }),
      })
      return { status, body: JSON.parse(text) }
    },
    async campaign(name, query, headers = { 'access-token': 'lena', userid: 'lena' }) {
      const { status, text } = await ask(`${visits.url}${calls[name].path}?${searchOf(query)}`, {
        headers: { authorization: 'Bearer lena', ...headers },
      })
      return { status, body: JSON.parse(text) }
    },
    async keepFile(id, file, fields = {}, user = 'lena') {
      const form = new FormData()
      for (const [name, value] of Object.entries({ organizationId: 'o1', ...fields })) form.append(name, String(value))
      if (file !== null) form.append('file', file)
      const response = await fetch(`${visits.url}${fillPath(calls.addPatientFile.path, { id })}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user}` },
        body: form,
      })
      return { status: response.status, body: await response.json() }
    },
  }
}

/** A list repeats its name. */
function searchOf(fields: Fields): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) search.append(name, String(one))
  return search
}
