import { readdirSync } from 'node:fs'
import path from 'node:path'
import { modules } from '@foyer/api/modules.ts'
import { expect, test } from 'vitest'
import { brokenRules, importsOf, MODULES } from './rooms.ts'

const broken = (path: string, text: string) => importsOf(path, text, path.includes('.test.')).flatMap(brokenRules)

test.each([
  ['packages/contracts/src/a.ts', `import { x } from 'express'`],
  ['packages/contracts/src/a.ts', `import { x } from '@foyer/flow/run.ts'`],
  ['packages/flow/src/a.ts', `import { x } from 'valtio'`],
  ['packages/charts/src/a.ts', `import { x } from 'react'`],
  ['packages/charts/src/a.ts', `import { x } from '@foyer/contracts/defaults.ts'`],
  ['packages/flow/src/a.ts', `import { flowSchema } from '@foyer/contracts/chatbot/flow.ts'`],
  ['apps/api/src/a.ts', `import { x } from '@foyer/relay/relay.ts'`],
  ['apps/web/src/features/inbox/a.ts', `import { x } from '../session/b.ts'`],
  ['apps/api/src/modules/inbox/a.ts', `import { x } from '../session/session.ts'`],
  ['apps/api/src/modules/patients/a.ts', `import { x } from '../consent/consent.ts'`],
  ['apps/api/src/http/a.ts', `import type { X } from '../modules/patients/patients.ts'`],
  ['apps/api/src/modules/consent/a.ts', `import { x } from '../patients/records.ts'`],
  ['apps/web/src/ui/a.tsx', `import { x } from '../features/inbox/b.ts'`],
  ['apps/web/src/features/inbox/a.tsx', `import { x } from '../../app/b.tsx'`],
  ['apps/web/src/parts/a.tsx', `import { x } from '../app/b.tsx'`],
  ['apps/web/src/app/a.tsx', `import { x } from '../../gallery/b.tsx'`],
  ['apps/web/src/features/inbox/a.ts', `import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'`],
  ['apps/web/src/features/inbox/a.machine.ts', `import { useState } from 'react'`],
  ['apps/web/src/features/inbox/a.rules.ts', `import { io } from 'socket.io-client'`],
  ['apps/api/src/modules/inbox/a.rules.ts', `import { x } from './conversations.store.ts'`],
  ['apps/api/src/app.ts', `import { x } from './modules/inbox/conversations.store.ts'`],
  ['apps/api/src/app.ts', `const x = await import('../../../tests/support/world.ts')`],
  ['apps/relay/src/log/a.ts', `import { x } from '../sockets/b.ts'`],
])('%s may not %s', (path, text) => {
  expect(broken(path, text)).not.toEqual([])
})

test.each([
  ['apps/web/src/features/inbox/a.ts', `import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'`],
  ['apps/web/src/features/inbox/a.ts', `import { type A, type B } from '@foyer/contracts/inbox/conversation.ts'`],
  ['packages/flow/src/a.ts', `import { transition } from 'xstate'`],
  ['packages/charts/src/a.ts', `import { scaleBand } from 'd3-scale'`],
  ['apps/web/src/parts/figures/a.tsx', `import { barChart } from '@foyer/charts/bars.rules.ts'`],
  ['packages/flow/src/a.ts', `import type { Flow } from '@foyer/contracts/chatbot/flow.ts'`],
  ['apps/web/src/features/inbox/a.ts', `import { x } from '@foyer/flow/run.ts'`],
  ['apps/web/src/features/inbox/a.tsx', `import { useApi } from '../../parts/services.tsx'`],
  ['apps/web/src/features/inbox/a.ts', `import { chatSearch } from '@foyer/contracts/search.rules.ts'`],
  ['apps/api/src/modules/inbox/a.ts', `import { x } from './conversations.store.ts'`],
  ['apps/api/src/modules/inbox/a.ts', `import { x } from '../patients/patients.ts'`],
  ['apps/api/src/modules/inbox/a.rules.ts', `import { x } from '../patients/patients.rules.ts'`],
])('%s may %s', (path, text) => {
  expect(broken(path, text)).toEqual([])
})

test('modules.ts lists every module folder, in the order of the rooms', () => {
  const folders = readdirSync(path.join(import.meta.dirname, '../apps/api/src/modules'), { withFileTypes: true })
  expect(folders.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort()).toEqual([...MODULES].sort())
  const names = modules.map(({ name }) => name)
  expect(names.filter((name) => MODULES.includes(name))).toEqual(MODULES)
})
