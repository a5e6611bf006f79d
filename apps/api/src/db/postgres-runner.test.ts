import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkLibraries } from './postgres-runner.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'foyer-links-'))
  await mkdir(path.join(root, 'native', 'lib'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

test("createRunner links the server's libraries when the installation ran no scripts, and repeats safely [OPEN-100]", async () => {
  const links = [{ source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' }]
  await writeFile(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await writeFile(path.join(root, 'native', 'lib', 'libone.so.1.2'), 'library')
  await linkLibraries(root)
  await linkLibraries(root)
  expect(await readlink(path.join(root, 'native', 'lib', 'libone.so.1'))).toBe('libone.so.1.2')
  expect(await readFile(path.join(root, 'native', 'lib', 'libone.so.1'), 'utf8')).toBe('library')
})

test('createRunner accepts a package without a list of links', async () => {
  await expect(linkLibraries(root)).resolves.toBeUndefined()
})
