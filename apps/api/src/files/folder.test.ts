import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFolder } from './folder.ts'
import { openStaging, stagingFolder, sweepStaging, TooLong } from './staging.ts'
import { storingFailure } from './storing-failure.rules.ts'

const ID = '0199f0aa-3c00-7000-8000-0000000000ab'
const PIECE = Buffer.alloc(64 * 1024, 7)

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'foyer-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** All files below the root, by relative path. */
const everything = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)))

/** Yields this many chunks, optionally failing after some of them. */
async function* pieces(count: number, onPull: (pulled: number) => void = () => undefined, breaksAt = Infinity) {
  for (let pulled = 1; pulled <= count; pulled++) {
    onPull(pulled)
    if (pulled > breaksAt) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    yield PIECE
  }
}

describe('folder storage', () => {
  test('returns what was stored, whole or in part, until it is deleted [OPEN-071]', async () => {
    const files = createFolder(root)
    await files.put(ID, Readable.from([Buffer.from('0123456789')]), 10)
    expect(everything()).toEqual([`ab/${ID}`])
    expect(statSync(path.join(root, 'ab', ID)).mode & 0o777).toBe(0o600)
    expect((await buffer(await files.get(ID))).toString()).toBe('0123456789')
    expect((await buffer(await files.get(ID, { start: 2, end: 4 }))).toString()).toBe('234')
    await files.delete(ID)
    await files.delete(ID)
    await expect(files.get(ID)).rejects.toMatchObject({ reason: 'not_found' })
    expect(everything()).toEqual([])
  })

  test.each(['../x', '..', 'a/b', '', 'ab', `${ID}/..`, `${ID}\u0000`])(
    'refuses %j as the id of a file [SEC-08]',
    async (id) => {
      const files = createFolder(root)
      await expect(files.put(id, Readable.from([]), 0)).rejects.toThrow('under a generated id')
      await expect(files.get(id)).rejects.toThrow('under a generated id')
      await expect(files.delete(id)).rejects.toThrow('under a generated id')
    },
  )

  test('leaves nothing on a full disk and explains it', async () => {
    const files = createFolder(root)
    await expect(files.put(ID, Readable.from(pieces(9, undefined, 5)), 1)).rejects.toMatchObject({
      reason: 'storage_full',
      status: 507,
      message: 'The file could not be stored. Try again later.',
    })
    expect(everything()).toEqual([])
    expect(storingFailure(new Error('other'))).toEqual(new Error('other'))
  })

  test.each(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'])(
    'answers a read that fails with %s without mentioning storage [OPEN-097]',
    async (code) => {
      const files = createFolder(root)
      await files.put(ID, Readable.from([Buffer.from('kept')]), 4)
      const spy = vi
        .spyOn(promises, 'open')
        .mockRejectedValue(Object.assign(new Error(code), { code, syscall: 'open' }))
      syncBuiltinESMExports()
      const got = files.get(ID)
      spy.mockRestore()
      syncBuiltinESMExports()
      await expect(got).rejects.toMatchObject({
        ...{ reason: 'unavailable', status: 503, message: 'Files can not be reached right now. Try again.' },
        ...{ retryAfterS: 5, cause: { code } },
      })
      expect((await buffer(await files.get(ID))).toString()).toBe('kept')
    },
  )

  test('holds only a few chunks of a file in memory', async () => {
    const files = createFolder(root)
    let most = 0
    const draft = path.join(root, 'ab', `${ID}.part`)
    const onPull = (pulled: number) => {
      const onDisk = existsSync(draft) ? statSync(draft).size : 0
      most = Math.max(most, (pulled - 1) * PIECE.length - onDisk)
    }
    await files.put(ID, Readable.from(pieces(320, onPull)), 320 * PIECE.length)
    expect(statSync(path.join(root, 'ab', ID)).size).toBe(20 * 1024 * 1024)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(24 * PIECE.length)
  })
})

describe('staging', () => {
  const open = () => openStaging({ config: { dataDir: root } as never, newId: () => crypto.randomUUID() })

  test('measures what it stores and stops at the limit', async () => {
    const staging = open()
    const staged = await staging.take(Readable.from([Buffer.from('abc')]), 3)
    expect(staged).toMatchObject({ size: 3, digest: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=' })
    expect(readFileSync(staged.path, 'utf8')).toBe('abc')
    let pulled = 0
    const endless = pieces(1_000_000, () => pulled++)
    await expect(staging.take(Readable.from(endless), PIECE.length)).rejects.toBeInstanceOf(TooLong)
    expect(pulled).toBeLessThan(64)
    await expect(staging.take(Readable.from(pieces(2, undefined, 1)), 1e9)).rejects.toMatchObject({
      reason: 'storage_full',
    })
    await staging.clear()
    expect(everything()).toEqual([])
  })

  test('sweeps old files that a killed process left', async () => {
    const { path: old } = await open().take(Readable.from(['old']), 9)
    await open().take(Readable.from(['new']), 9)
    const hour = new Date(Date.now() - 3_600_000)
    utimesSync(old, hour, hour)
    expect(await sweepStaging({ config: { dataDir: root } as never }, new Date(Date.now() - 60_000))).toBe(1)
    expect(readdirSync(stagingFolder({ config: { dataDir: root } as never }))).toHaveLength(1)
    rmSync(root, { recursive: true })
    expect(await sweepStaging({ config: { dataDir: root } as never }, new Date())).toBe(0)
  })
})
