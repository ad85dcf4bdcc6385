import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { enterContainer } from './containers.ts';
import { docxOf } from './office-files.ts';
import { until } from './open-handles.ts';
import type { Visitor } from './visitor.ts';

export const largeBytes = 15 * 1024 * 1024;

export type Asked = { path: string; range?: string };

/** Every kind of response that carries stored bytes: whole, by range, an earlier version, thumbnail, page, ZIP, dossier, list. */
export async function fillWith(admin: Visitor): Promise<Asked[]> {
  const red = { create: { width: 900, height: 600, channels: 3, background: '#b21' } } as const;
  const uploaded = await admin.call(filesContract.upload, { file_type_id: '1' }, [
    { name: 'large.bin', bytes: randomBytes(largeBytes) },
    { name: 'small.bin', bytes: randomBytes(300_000) },
    { name: 'paper.docx', bytes: docxOf('<w:p><w:r><w:t>A bill of lading</w:t></w:r></w:p>') },
    { name: 'photo.png', bytes: await sharp(red).png().toBuffer() },
  ]);
  assert.equal(uploaded.status, 201, uploaded.raw.body);
  const [large, small, paper, photo] = uploaded.body.files as [File, File, File, File];
  const replacement = [{ name: 'large.bin', bytes: randomBytes(largeBytes) }];
  const input = { id: large.id, _method: 'PUT', filename: 'large.bin' } as const;
  const replaced = await admin.call(filesContract.update, input, replacement);
  assert.equal(replaced.status, 200, replaced.raw.body);
  const [version] = (await admin.call(versionsContract.list, { id: large.id })).body;
  for (const { id } of [paper, photo]) {
    await until(async () => (await admin.call(previewsContract.state, { id })).body.state === 'made');
  }
  const container = await enterContainer(admin, {});
  const file_ids = [large.id, small.id, paper.id];
  await admin.call(containerFilesContract.link, { id: container.id, file_ids });
  const path = `/storage/${replaced.body.filepath}`;
  return [
    { path },
    { path: `${path}?download=1` },
    { path: `${path}?version=${version?.id}` },
    { path, range: 'bytes=1000000-9000000' },
    { path, range: 'bytes=1000000-1050000' },
    { path: `/storage/${small.filepath}` },
    { path: `/api/files/${paper.id}/page` },
    { path: `/api/files/${photo.id}/thumbnail` },
    { path: `/api/files/zip?ids=${large.id},${small.id},${paper.id}` },
    { path: `/api/containers/${container.id}/dossier` },
    { path: '/api/teams_with_files' },
  ];
}
