import { expect, test } from 'vitest'
import * as helpers from './server-only.ts'

test('[OPEN-086] these are the helpers', () => {
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

test.each(Object.entries(helpers))('[ERR-06] %s says that it is for a server', (name, helper) => {
  expect(helper).toThrow(new Error(`The ${name} method can only be used from the server side`))
})
