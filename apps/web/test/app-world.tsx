import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import { render } from '@testing-library/react'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { vi } from 'vitest'
import { createPageRouter } from '../src/app/page-router.ts'
import { Pages } from '../src/app/pages.tsx'
import { routes } from '../src/app/routes.ts'
import type { Page } from '../src/parts/page.ts'

const organization = (_id: string, name: string, type: 'medicalGroup' | 'hospital') => ({
  _id,
  name,
  type,
  timezone: 'America/Chicago',
  role: 'agent' as const,
})

export const cedar = organization('org_cedar', 'Cedar Ridge Medical Group', 'medicalGroup')
const lakeside = organization('org_lakeside', 'Lakeside Hospital', 'hospital')
export const lena: User = {
  _id: 'usr_lena',
  sub: 'sub_lena',
  name: 'Lena Kim',
  email: 'lena@demo.test',
  picture: null,
  organizations: [cedar, lakeside],
}

const preferences = { ...preferencesSetting.default, organizationId: cedar._id, user: lena._id, version: 0 }

type Answers = Record<string, () => Response | Promise<Response>>

/** A small fake server: answers by "METHOD path", and 404 for unknown requests. */
export function stubServer(answers: Answers = {}) {
  const user = { current: lena as User | null }
  const known: Answers = {
    'GET /api/auth/me': () => (user.current ? Response.json(user.current) : new Response(null, { status: 401 })),
    'GET /api/get-access-token': () => Response.json({ accessToken: 'token' }),
    'POST /api/main/validate-login': () =>
      Response.json({ code: 'ok', data: { user: user.current, organizations: user.current?.organizations } }),
    'GET /api/inbox/notification-preferences': () =>
      Response.json({ code: 'ok', data: { scope: 'mine', sound: false, showText: false, quiet: null } }),
    'GET /api/inbox/preferences': () => Response.json({ code: 'ok', data: preferences, asOf: 1, epoch: 'e1' }),
    'GET /api/notices': () => Response.json({ code: 'ok', data: [], unseen: 0, asOf: 1, epoch: 'e1' }),
    ...answers,
  }
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request = `${init.method ?? 'GET'} ${new URL(address, 'http://here.test').pathname}`
    requests.push(request)
    return known[request]?.() ?? new Response(null, { status: 404 })
  })
  return { user, requests, count: (request: string) => requests.filter((made) => made === request).length }
}

/** Renders the app at an address, with these pages for the signed-in user instead of its own. */
export function renderApp(address: string, pages: readonly Page[]) {
  return renderPages(
    address,
    routes.map((root) => ({
      ...root,
      children: (root.children ?? []).map((page) => (page.children ? { ...page, children: pages } : page)),
    })),
  )
}

export function renderPages(address: string, pages: readonly Page[]) {
  const router = createPageRouter(pages, createMemoryHistory({ initialEntries: [address] }))
  return { router, ...render(<Pages router={router} />) }
}
