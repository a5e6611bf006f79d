import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BROWSER_FLAGS } from './browser.ts'

test('browser flags turn off every feature that Playwright turns off', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('playwright/package.json'))
  const core = path.dirname(require.resolve('playwright-core/package.json'))
  const bundle = readFileSync(path.join(core, 'lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]/s.exec(bundle.replaceAll(/^\s*\/\/.*$/gm, '')) ?? []
  const features = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  expect(features).toContain('PaintHolding')
  const flag = BROWSER_FLAGS.findLast((one) => one.startsWith('--disable-features=')) ?? ''
  expect(flag.slice(flag.indexOf('=') + 1).split(',')).toEqual(expect.arrayContaining(features))
})
