import { StartRefusal } from '@foyer/contracts/environment.ts'
import { expect, test } from 'vitest'
import { startProblem } from './start-problem.rules.ts'

const coded = (code: string, syscall = 'open') => Object.assign(new Error('secret detail'), { code, syscall })

test.each([
  [coded('EADDRINUSE'), 'Port 4000 is taken: stop what listens there, or set PORT.'],
  [
    new AggregateError([coded('ECONNREFUSED')]),
    'PostgreSQL can not be reached: check DATABASE_URL and that the server runs.',
  ],
  [coded('28P01'), 'PostgreSQL refuses the user or password of DATABASE_URL.'],
  [coded('EACCES', 'listen'), 'Port 4000 may not be used by this user: set another PORT.'],
  [coded('EACCES', 'mkdir'), 'DATA_DIR may not be written by this user: give it the rights, or set another DATA_DIR.'],
  [coded('EPERM'), 'DATA_DIR may not be written by this user: give it the rights, or set another DATA_DIR.'],
  [coded('EROFS', 'mkdir'), 'DATA_DIR is on a disk that can only be read.'],
  [coded('ENOTDIR', 'mkdir'), 'DATA_DIR is no folder: there is a file in its place or on the way to it.'],
  [coded('EEXIST', 'mkdir'), 'DATA_DIR is no folder: there is a file in its place or on the way to it.'],
  [coded('ENOENT', 'mkdir'), 'DATA_DIR can not be made there: set another DATA_DIR.'],
  [coded('ENOENT', 'spawn'), 'The API did not start: secret detail'],
  [coded('ENOSPC'), 'There is no space left on the disk of DATA_DIR.'],
  [new StartRefusal('PORT must be a number.'), 'PORT must be a number.'],
  [new Error('The migration 002 failed.'), 'The API did not start: The migration 002 failed.'],
])('startProblem explains a failed start in one sentence: %s [OPEN-100]', (error, sentence) => {
  expect(startProblem(error, 4000)).toBe(sentence)
})

test("startProblem recognizes a full disk in a child process's long output", () => {
  const told = 'Command failed: initdb\nFATAL:  could not extend file "base/1/2691"\nHINT:  Check free disk space.'
  expect(startProblem(new Error(told), 4000)).toBe('There is no space left on the disk of DATA_DIR.')
})

test('startProblem shortens an unknown error to one sentence', () => {
  expect(startProblem(new Error('It broke\nand told at length'), 4000)).toBe('The API did not start: It broke')
})
