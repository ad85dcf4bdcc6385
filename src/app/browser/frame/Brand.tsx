import { brand } from '#web/brand.ts';
import { BrandMark } from '#web/widgets/BrandMark.tsx';
import styles from './TopBar.module.css';

export function Brand() {
  return (
    <>
      <BrandMark size={30} />
      <span className={styles.brandName}>{brand}</span>
    </>
  );
}
