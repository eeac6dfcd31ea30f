import type { ImageView } from '@skein/view'
import { bytes } from '@skein/view'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { Chip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { imageUrl, useSource } from './source.ts'
import css from './transcript.module.css'

/** Pictures of an entry, small; a press shows one large. */
export function Pictures({ images }: { readonly images: readonly ImageView[] }): ReactElement {
  const source = useSource()
  const [large, setLarge] = useState<ImageView | null>(null)
  return (
    <div className={css.pictures}>
      {images.slice(0, 40).map((image) =>
        image.bytes === null || !RASTER.test(image.mediaType ?? '') ? (
          <Chip key={`${image.key}.${image.index}`} title="The transcript does not hold it">
            picture {image.mediaType?.slice(0, 40) ?? ''}
          </Chip>
        ) : (
          <button
            key={`${image.key}.${image.index}`}
            type="button"
            className={css.thumb}
            aria-label={`Picture, ${bytes(image.bytes)}: enlarge`}
            onClick={() => setLarge(image)}
          >
            <img src={imageUrl(source, image)} alt="" loading="lazy" decoding="async" />
          </button>
        ),
      )}
      {large !== null && (
        <Dialog title="Picture" wide onClose={() => setLarge(null)}>
          <img src={imageUrl(source, large)} alt="Picture of the transcript" />
        </Dialog>
      )}
    </div>
  )
}

const RASTER = /^image\/(?:png|jpe?g|gif|webp)$/
