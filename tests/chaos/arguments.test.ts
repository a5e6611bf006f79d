import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test.each([
  [['--only', 'F99'], /^--only F99: there is no fault F99\. There are F1, /],
  [['--only', ''], /there is no fault/],
  [['--only', 'F1,F0'], /there is no fault F0\./],
  [['--minutes', 'x'], '--minutes x is not a positive number.'],
  [['--minutes', '0'], '--minutes 0 is not a positive number.'],
  [['--seed', 'x'], '--seed x is not a whole number.'],
  [['--sockets', 'many'], '--sockets many is not a whole number.'],
])('readArguments throws a message when the arguments are %j', (args, words) => {
  expect(() => readArguments(args)).toThrow(words)
})

test('readArguments returns the command that repeats the run when a seed is drawn or given', () => {
  const again = (...args: string[]) => readArguments(args).again
  expect(again('--only=F25,F6', '--seed', '7', '--sockets', '30')).toBe(
    'npm run chaos -- --only F25,F6 --sockets 30 --seed 7',
  )
  expect(again('--kill-each', '--seed=7')).toBe('npm run chaos -- --kill-each --seed 7')
  expect(again()).toMatch(/^npm run chaos -- --seed \d+$/)
})

test('readArguments chooses several faults when each is named by any of its ids', () => {
  expect([...new Set(readArguments(['--only', 'F17,F45']).chosen.map(({ id }) => id))]).toEqual([
    'F16, F17',
    'F46, F45',
  ])
})
