import { expect, it } from 'vitest'
import { pictureAddress } from './picture-address.ts'

const PADDING = [0, 255, 7, 128, 3]

it.each([
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [...Buffer.from('GIF87a')]],
  ['image/gif', [...Buffer.from('GIF89a')]],
  ['image/webp', [...Buffer.from('RIFF'), 0, 0, 0, 0, ...Buffer.from('WEBP')]],
  ['image/webp', [...Buffer.from('RIFF'), 255, 255, 255, 255, ...Buffer.from('WEBP')]],
])('knows %s by its first bytes, whatever follows', (type, head) => {
  for (const next of [0, 1, 127, 255]) {
    const data = Buffer.from([...head, next, ...PADDING]).toString('base64')
    expect(pictureAddress(data)).toBe(`data:${type};base64,${data}`)
  }
})

it.each([
  [null],
  [''],
  [Buffer.from('<svg onload=alert(1)>').toString('base64')],
  [Buffer.from('RIFF0000WAVE').toString('base64')],
])('has no address for %s', (data) => {
  expect(pictureAddress(data)).toBe(null)
})

it.each([
  ['line breaks', '/9j/\n+/8=', '/9j/+/8='],
  ['the alphabet of addresses', '_9j_-_8', '/9j/+/8='],
  ['signs of no alphabet', '/9j/"onerror="alert(1)', '/9j/onerror='],
])('reads base64 with %s as decoders do', (_what, data, read) => {
  expect(pictureAddress(data)).toBe(`data:image/jpeg;base64,${read}`)
})
