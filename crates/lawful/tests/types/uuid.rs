use uuid::{Uuid, Variant};

use super::{check_common, check_smallest};

#[test]
fn identifiers() {
    check_common::<Uuid>("nil", Uuid::is_nil);
    check_common::<Uuid>("the greatest", Uuid::is_max);
    check_common::<Uuid>("of version 4", |uuid| uuid.get_version_num() == 4);
    check_common::<Uuid>("of version 7", |uuid| uuid.get_version_num() == 7);
    check_common::<Uuid>("of another variant", |uuid| uuid.get_variant() != Variant::RFC4122);
    check_smallest!(
        Uuid,
        |_| false,
        "00000000-0000-0000-0000-000000000000".parse::<Uuid>().unwrap()
    );
    check_smallest!(
        Uuid,
        |uuid| uuid.get_version_num() != 4,
        "00000000-0000-4000-0000-000000000000".parse::<Uuid>().unwrap()
    );
    check_smallest!(
        Uuid,
        |uuid| uuid.as_u128() == 0,
        "00000000-0000-0000-0000-000000000001".parse::<Uuid>().unwrap()
    );
}
