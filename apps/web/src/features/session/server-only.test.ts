import { expect, test } from 'vitest'
import * as helpers from './server-only.ts'

test('server-only helpers have these names [OPEN-086]', () => {
  expect(Object.keys(helpers).sort()).toEqual([
    'getAccessToken',
    'getSession',
    'handleAuth',
    'handleCallback',
    'handleLogin',
    'handleLogout',
    'handleProfile',
    'withApiAuthRequired',
  ])
})

test.each(Object.entries(helpers))('helper %s throws that it is for a server [ERR-06]', (name, helper) => {
  expect(helper).toThrow(new Error(`The ${name} method can only be used from the server side`))
})
